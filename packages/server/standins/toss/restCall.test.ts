import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standinKeys } from "./index.ts";
import { basicAuth, startTestStandin } from "./testing.ts";

let toss: Awaited<ReturnType<typeof startTestStandin>>;

beforeAll(async () => {
  toss = await startTestStandin(2);
});
afterAll(async () => {
  await toss.stop();
});

describe("authentication", () => {
  it.each([
    ["no header", "", 401, "UNAUTHORIZED_KEY"],
    ["another secret key", basicAuth("test_sk_other"), 401, "UNAUTHORIZED_KEY"],
    ["the client key", basicAuth(standinKeys.clientKey), 400, "INVALID_API_KEY"],
    [
      "a key without its colon",
      `Basic ${Buffer.from(standinKeys.secretKey).toString("base64")}`,
      403,
      "INCORRECT_BASIC_AUTH_FORMAT",
    ],
    ["a bearer token", `Bearer ${standinKeys.secretKey}`, 403, "INCORRECT_BASIC_AUTH_FORMAT"],
  ])("refuses %s", async (_what, authorization, status, code) => {
    const answer = await toss.get("/v1/payments/orders/order-any", { authorization });
    expect([answer.status, answer.json["code"]]).toEqual([status, code]);
  });
});

describe("TossPayments-Test-Code", () => {
  it("answers with the code before it looks at anything else, and changes nothing", async () => {
    const paymentKey = await toss.authenticated("order-test-code");
    const told = await toss.confirm(paymentKey, "order-test-code", 10_500, {
      "tosspayments-test-code": "REJECT_CARD_PAYMENT",
      "idempotency-key": "test-code",
    });
    expect(told.status).toBe(403);
    expect(told.json).toEqual({
      code: "REJECT_CARD_PAYMENT",
      message: "한도초과 혹은 잔액부족으로 결제에 실패했습니다.",
    });
    const real = await toss.confirm(paymentKey, "order-test-code", 10_500, {
      "idempotency-key": "test-code",
    });
    expect(real.status).toBe(200);
  });
});

describe("Idempotency-Key", () => {
  it("replays an answer byte for byte, refusals included, and does not act again", async () => {
    const paymentKey = await toss.authenticated("order-replay");
    const refused = await toss.confirm(paymentKey, "order-replay", 1, { "idempotency-key": "replay:0" });
    // The body is not part of the key's identity: the right amount still gets the stored refusal.
    const replayed = await toss.confirm(paymentKey, "order-replay", 10_500, {
      "idempotency-key": "replay:0",
    });
    expect(replayed.text).toBe(refused.text);
    expect(replayed.status).toBe(400);

    const first = await toss.confirm(paymentKey, "order-replay", 10_500, { "idempotency-key": "replay:1" });
    const second = await toss.confirm(paymentKey, "order-replay", 10_500, { "idempotency-key": "replay:1" });
    expect(first.status).toBe(200);
    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(second.headers.get("idempotency-key")).toBe("replay:1");
    expect(await toss.events("order-replay")).toEqual(["READY", "IN_PROGRESS", "DONE"]);
  });

  it("runs one of twenty calls with the same key; the others wait or hear the same", async () => {
    const paymentKey = await toss.authenticated("order-same-key");
    const headers = { "idempotency-key": "same" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => toss.confirm(paymentKey, "order-same-key", 10_500, headers)),
    );
    const done = answers.filter((answer) => answer.status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map((answer) => answer.text)).size).toBe(1);
    for (const answer of answers.filter((one) => one.status !== 200)) {
      expect([answer.status, answer.json["code"]]).toEqual([409, "IDEMPOTENT_REQUEST_PROCESSING"]);
    }
    expect((await toss.events("order-same-key")).filter((event) => event === "DONE")).toHaveLength(1);
  });

  it("belongs to method and path, is forgotten after 15 days, and has at most 300 characters", async () => {
    const paymentKey = await toss.authenticated("order-key-scope");
    const headers = { "idempotency-key": "scope" };
    expect((await toss.confirm(paymentKey, "order-key-scope", 10_500, headers)).status).toBe(200);
    const cancel = await toss.post(`/v1/payments/${paymentKey}/cancel`, { cancelReason: "x" }, headers);
    expect(cancel.json["status"]).toBe("CANCELED");

    await toss.post("/control/clock", { advanceMs: 15 * 24 * 3_600_000 + 1_000 });
    const later = await toss.confirm(paymentKey, "order-key-scope", 10_500, headers);
    expect(later.json["code"]).toBe("ALREADY_PROCESSED_PAYMENT");

    const tooLong = await toss.confirm(paymentKey, "order-key-scope", 1, {
      "idempotency-key": "k".repeat(301),
    });
    expect([tooLong.status, tooLong.json["code"]]).toEqual([400, "INVALID_IDEMPOTENCY_KEY"]);
  });
});

describe("/control/next", () => {
  it("loses the answer after the charge; the same key then hears what happened", async () => {
    const paymentKey = await toss.authenticated("order-drop");
    await toss.post("/control/next", { drop: true });
    const headers = { "idempotency-key": "confirm:order-drop:0" };
    await expect(toss.confirm(paymentKey, "order-drop", 10_500, headers)).rejects.toThrow();
    expect(await toss.events("order-drop")).toEqual(["READY", "IN_PROGRESS", "DONE"]);
    const again = await toss.confirm(paymentKey, "order-drop", 10_500, headers);
    expect([again.status, again.json["status"]]).toEqual([200, "DONE"]);
    expect(await toss.events("order-drop")).toHaveLength(3);
  });

  it("answers late: the charge is made at once, and the key is busy until the answer is out", async () => {
    const paymentKey = await toss.authenticated("order-late");
    await toss.post("/control/next", { delayMs: 4_000 });
    const headers = { "idempotency-key": "confirm:order-late:0" };
    const started = performance.now();
    let isOut = false;
    const slow = toss.confirm(paymentKey, "order-late", 10_500, headers).finally(() => {
      isOut = true;
    });
    await expect.poll(() => toss.events("order-late")).toContain("DONE");
    const busy = await toss.confirm(paymentKey, "order-late", 10_500, headers);
    expect([busy.status, busy.json["code"]]).toEqual([409, "IDEMPOTENT_REQUEST_PROCESSING"]);
    expect(isOut).toBe(false);
    expect((await slow).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(3_950);
    expect((await toss.confirm(paymentKey, "order-late", 10_500, headers)).text).toBe((await slow).text);
  });

  it("fails once with the code: a decline ends the payment, a passing error does not", async () => {
    const declined = await toss.authenticated("order-declined");
    await toss.post("/control/next", { code: "REJECT_CARD_PAYMENT" });
    expect((await toss.confirm(declined, "order-declined")).status).toBe(403);
    expect((await toss.get(`/v1/payments/${declined}`)).json).toMatchObject({
      status: "ABORTED",
      failure: { code: "REJECT_CARD_PAYMENT" },
    });
    expect((await toss.confirm(declined, "order-declined")).json["code"]).toBe("NOT_FOUND_PAYMENT_SESSION");

    const passing = await toss.authenticated("order-passing");
    await toss.post("/control/next", { code: "FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING" });
    const headers = { "idempotency-key": "confirm:order-passing:0" };
    expect((await toss.confirm(passing, "order-passing", 10_500, headers)).status).toBe(500);
    expect((await toss.confirm(passing, "order-passing", 10_500, headers)).status).toBe(200);
  });

  it("is used up by one call only, oldest first, and is emptied by an empty rule", async () => {
    const paymentKey = await toss.authenticated("order-queue");
    await toss.post("/control/next", { code: "PROVIDER_ERROR" });
    await toss.post("/control/next", { code: "COMMON_ERROR" });
    const answers = await Promise.all([1, 2, 3].map(() => toss.get(`/v1/payments/${paymentKey}`)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 500]);
    await toss.post("/control/next", { code: "PROVIDER_ERROR" });
    await toss.post("/control/next", {});
    expect((await toss.get(`/v1/payments/${paymentKey}`)).status).toBe(200);
    expect((await toss.post("/control/next", { delayMs: "soon" })).status).toBe(400);
  });
});

describe("/v2/bank-accounts/verify-holder-name", () => {
  const verify = (accountNumber: string) =>
    toss.post("/v2/bank-accounts/verify-holder-name", {
      bankCode: "088",
      accountNumber,
      holderName: "김하늘",
    });

  it("knows the holder, another holder and an unreachable bank by the last digit", async () => {
    expect((await verify("110123456780")).json).toMatchObject({
      version: "2022-11-16",
      entityBody: { isValid: true },
      error: null,
    });
    expect((await verify("110123456781")).json).toMatchObject({ entityBody: { isValid: false } });
    const unreachable = await verify("110123456789");
    expect(unreachable.status).toBe(400);
    expect(unreachable.json).toMatchObject({ entityBody: null, error: { code: "PROVIDER_ERROR" } });
    expect((await verify("110-12")).json).toMatchObject({ error: { code: "INVALID_REQUEST" } });
  });
});

it("refuses text that no database can hold instead of failing", async () => {
  expect((await toss.get("/v1/payments/a%00b")).json["code"]).toBe("INVALID_REQUEST");
  expect((await toss.confirm("a\u0000b", "order-zero")).json["code"]).toBe("INVALID_REQUEST");
});

it("leaves other paths to the application and answers 404 for its own unknown ones", async () => {
  const [base = ""] = toss.bases;
  const elsewhere = await fetch(new URL("/standin/tossed", base));
  expect(await elsewhere.text()).toBe("not the stand-in");
  expect((await toss.get("/v1/nothing")).status).toBe(404);
});
