import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestStandin } from "./testing.ts";

const minute = 60_000;

let toss: Awaited<ReturnType<typeof startTestStandin>>;

beforeAll(async () => {
  toss = await startTestStandin(3);
});
afterAll(async () => {
  await toss.stop();
});

describe("confirm", () => {
  it("takes the money of an authenticated payment once and tells everything about it", async () => {
    const sessionId = await toss.open("order-story");
    const target = await toss.press(sessionId, "approve");
    expect(target.pathname).toBe("/payment-success");
    expect(Object.fromEntries(target.searchParams)).toEqual({
      paymentKey: expect.stringMatching(/^standin_[\w-]+$/),
      orderId: "order-story",
      amount: "10500",
    });
    const paymentKey = target.searchParams.get("paymentKey") ?? "";

    const first = await toss.confirm(paymentKey, "order-story");
    expect(first.status).toBe(200);
    expect(first.headers.get("x-tosspayments-trace-id")).toMatch(/^[0-9a-f]{32}$/);
    expect(first.json).toMatchObject({
      version: "2022-11-16",
      type: "NORMAL",
      status: "DONE",
      method: "카드",
      paymentKey,
      orderId: "order-story",
      orderName: "주식 입문",
      currency: "KRW",
      totalAmount: 10_500,
      balanceAmount: 10_500,
      suppliedAmount: 9_545,
      vat: 955,
      cancels: null,
      requestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/),
      approvedAt: expect.stringMatching(/\+09:00$/),
      card: {
        number: expect.stringMatching(/^\d{8}\*{4}\d{3}\*$/),
        amount: 10_500,
        installmentPlanMonths: 0,
      },
    });

    const second = await toss.confirm(paymentKey, "order-story");
    expect(second.status).toBe(400);
    expect(second.json).toEqual({ code: "ALREADY_PROCESSED_PAYMENT", message: "이미 처리된 결제 입니다." });

    expect(await toss.events("order-story")).toEqual(["READY", "IN_PROGRESS", "DONE"]);
    const byKey = await toss.get(`/v1/payments/${paymentKey}`);
    const byOrder = await toss.get("/v1/payments/orders/order-story");
    expect(byKey.json).toEqual(first.json);
    expect(byOrder.json).toEqual(first.json);
  });

  it("charges once when twenty calls without a key come together", async () => {
    const paymentKey = await toss.authenticated("order-storm");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => toss.confirm(paymentKey, "order-storm")),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.json["code"] === "ALREADY_PROCESSED_PAYMENT")).toHaveLength(19);
    expect((await toss.events("order-storm")).filter((event) => event === "DONE")).toHaveLength(1);
  });

  it("charges an order once when two windows of it are paid", async () => {
    const keys = [await toss.authenticated("order-twice"), await toss.authenticated("order-twice")];
    const answers = await Promise.all(keys.map((key) => toss.confirm(key, "order-twice")));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400]);
    expect(answers.find((answer) => answer.status === 400)?.json["code"]).toBe("DUPLICATED_ORDER_ID");
    expect((await toss.get("/v1/payments/orders/order-twice")).json["status"]).toBe("DONE");
  });

  it("refuses in the provider's order of checks", async () => {
    const paymentKey = await toss.authenticated("order-checks");
    const codes = async (key: string, orderId: string, amount: number) => {
      const { status, json } = await toss.confirm(key, orderId, amount);
      return [status, json["code"]];
    };
    expect(await codes("standin_nobody", "order-checks", 10_500)).toEqual([404, "NOT_FOUND_PAYMENT_SESSION"]);
    expect(await codes(paymentKey, "order-other", 1)).toEqual([403, "FORBIDDEN_REQUEST"]);
    expect(await codes(paymentKey, "order-checks", 10_499)).toEqual([400, "INVALID_REQUEST"]);
    const text = await toss.post("/v1/payments/confirm", {
      paymentKey,
      orderId: "order-checks",
      amount: "10500",
    });
    expect(text.json["code"]).toBe("INVALID_REQUEST");
    expect(await toss.events("order-checks")).toEqual(["READY", "IN_PROGRESS"]);
  });

  it("does not know a payment whose buyer has not authenticated", async () => {
    await toss.open("order-early");
    const found = await toss.get("/v1/payments/orders/order-early");
    expect(found.json["status"]).toBe("READY");
    const answer = await toss.confirm(String(found.json["paymentKey"]), "order-early");
    expect(answer.json["code"]).toBe("NOT_FOUND_PAYMENT_SESSION");
  });

  it("answers 404 for what nobody paid", async () => {
    expect((await toss.get("/v1/payments/orders/order-nobody")).json["code"]).toBe("NOT_FOUND_PAYMENT");
    expect((await toss.get("/v1/payments/standin_nobody")).status).toBe(404);
    expect((await toss.post("/v1/payments/standin_nobody/cancel", { cancelReason: "x" })).status).toBe(404);
  });
});

describe("a confirm that acts late", () => {
  it("loses its answer at once, hides the payment, charges then, and gives the same key the same result", async () => {
    const paymentKey = await toss.authenticated("order-late-act");
    const key = { "idempotency-key": "late-act" };
    await toss.post("/control/next", { actAfterMs: 12_000, drop: true });
    await expect(toss.confirm(paymentKey, "order-late-act", 10_500, key)).rejects.toThrow();
    const meanwhile = await toss.confirm(paymentKey, "order-late-act", 10_500, key);
    expect(meanwhile.json["code"]).toBe("IDEMPOTENT_REQUEST_PROCESSING");
    for (const path of [`/v1/payments/${paymentKey}`, "/v1/payments/orders/order-late-act"]) {
      const read = await toss.get(path);
      expect([read.status, read.json["code"]]).toEqual([404, "NOT_FOUND_PAYMENT"]);
    }
    expect(await toss.events("order-late-act")).not.toContain("DONE");
    await expect.poll(() => toss.events("order-late-act")).toContain("DONE");
    expect((await toss.get(`/v1/payments/${paymentKey}`)).json["status"]).toBe("DONE");
    expect((await toss.confirm(paymentKey, "order-late-act", 10_500, key)).json["status"]).toBe("DONE");
    expect((await toss.events("order-late-act")).filter((event) => event === "DONE")).toHaveLength(1);
  });

  it("answers when it has acted, where the answer is not to be lost", async () => {
    const paymentKey = await toss.authenticated("order-slow-act");
    await toss.post("/control/next", { actAfterMs: 300 });
    const begun = performance.now();
    expect((await toss.confirm(paymentKey, "order-slow-act")).json["status"]).toBe("DONE");
    expect(performance.now() - begun).toBeGreaterThan(290);
  });
});

describe("the two clocks", () => {
  it("expires an authenticated payment after ten minutes and an untouched one after thirty", async () => {
    const inProgress = await toss.authenticated("order-late-confirm");
    const untouched = await toss.open("order-late-window");
    await toss.post("/control/clock", { advanceMs: 9 * minute });
    expect((await toss.get(`/v1/payments/${inProgress}`)).json["status"]).toBe("IN_PROGRESS");

    await toss.post("/control/clock", { advanceMs: 2 * minute });
    const late = await toss.confirm(inProgress, "order-late-confirm");
    expect([late.status, late.json["code"]]).toEqual([404, "NOT_FOUND_PAYMENT_SESSION"]);
    expect((await toss.get(`/v1/payments/${inProgress}`)).json["status"]).toBe("EXPIRED");
    expect(await toss.events("order-late-confirm")).toEqual(["READY", "IN_PROGRESS", "EXPIRED"]);
    expect((await toss.get(`/pay/${untouched}`)).status).toBe(200);

    await toss.post("/control/clock", { advanceMs: 20 * minute });
    expect((await toss.get(`/pay/${untouched}`)).status).toBe(410);
    const press = await toss.post(`/pay/${untouched}`, new URLSearchParams({ outcome: "approve" }));
    expect(press.status).toBe(410);
    expect(await toss.events("order-late-window")).toEqual(["READY", "EXPIRED"]);
  });

  it("expires by itself what nobody asks about", async () => {
    await toss.open("order-forgotten");
    await toss.post("/control/clock", { advanceMs: 31 * minute });
    await expect.poll(() => toss.events("order-forgotten")).toEqual(["READY", "EXPIRED"]);
  });
});

describe("cancel", () => {
  const pay = async (orderId: string) => {
    const paymentKey = await toss.authenticated(orderId);
    await toss.confirm(paymentKey, orderId);
    return (body: object) => toss.post(`/v1/payments/${paymentKey}/cancel`, body);
  };

  it("gives all the money back once", async () => {
    const cancel = await pay("order-refund");
    const done = await cancel({ cancelReason: "구매자 변심" });
    expect(done.json).toMatchObject({
      status: "CANCELED",
      balanceAmount: 0,
      totalAmount: 10_500,
      cancels: [
        { cancelAmount: 10_500, cancelReason: "구매자 변심", refundableAmount: 0, cancelStatus: "DONE" },
      ],
    });
    const again = await cancel({ cancelReason: "구매자 변심" });
    expect([again.status, again.json["code"]]).toEqual([400, "ALREADY_CANCELED_PAYMENT"]);
    expect((await toss.chargeLog("order-refund")).at(-1)).toMatchObject({
      event: "CANCELED",
      amount: 10_500,
    });
  });

  it("stays PARTIAL_CANCELED down to nothing, and never gives more than there is", async () => {
    const cancel = await pay("order-parts");
    expect((await cancel({ cancelReason: "일부", cancelAmount: 500 })).json["status"]).toBe(
      "PARTIAL_CANCELED",
    );
    const over = await cancel({ cancelReason: "너무 많이", cancelAmount: 10_001 });
    expect([over.status, over.json["code"]]).toEqual([403, "NOT_CANCELABLE_AMOUNT"]);
    const mismatch = await cancel({ cancelReason: "나머지", refundableAmount: 10_500 });
    expect([mismatch.status, mismatch.json["code"]]).toEqual([400, "NOT_MATCHES_REFUNDABLE_AMOUNT"]);
    const rest = await cancel({ cancelReason: "나머지", refundableAmount: 10_000 });
    expect(rest.json).toMatchObject({ status: "PARTIAL_CANCELED", balanceAmount: 0 });
    const more = await cancel({ cancelReason: "또" });
    expect([more.status, more.json["code"]]).toEqual([403, "NOT_CANCELABLE_AMOUNT"]);
  });

  it("refuses what was never charged and a request without a reason", async () => {
    const paymentKey = await toss.authenticated("order-uncharged");
    const early = await toss.post(`/v1/payments/${paymentKey}/cancel`, { cancelReason: "x" });
    expect([early.status, early.json["code"]]).toEqual([403, "NOT_CANCELABLE_PAYMENT"]);
    const unreasoned = await toss.post(`/v1/payments/${paymentKey}/cancel`, {});
    expect([unreasoned.status, unreasoned.json["code"]]).toEqual([400, "INVALID_REQUEST"]);
  });

  it("refunds once when ten calls come together", async () => {
    const cancel = await pay("order-refund-storm");
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel({ cancelReason: "동시" })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await toss.events("order-refund-storm")).filter((event) => event === "CANCELED")).toHaveLength(1);
  });
});

describe("cash receipts", () => {
  it("issues one and takes it back", async () => {
    const issued = await toss.post("/v1/cash-receipts", {
      orderId: "order-receipt",
      orderName: "주식 입문",
      amount: 105_000,
      type: "소득공제",
      customerIdentityNumber: "01012345678",
    });
    expect(issued.json).toMatchObject({
      receiptKey: expect.any(String),
      transactionType: "CONFIRM",
      issueStatus: "IN_PROGRESS",
      amount: 105_000,
    });
    expect(issued.text).not.toContain("01012345678");
    const path = `/v1/cash-receipts/${String(issued.json["receiptKey"])}/cancel`;
    expect((await toss.post(path, {})).json).toMatchObject({ transactionType: "CANCEL", amount: 105_000 });
    expect((await toss.post(path, {})).json["code"]).toBe("NOT_CANCELABLE_AMOUNT");
    const day = String(issued.json["requestedAt"]).slice(0, 10);
    const list = await toss.get(`/v1/cash-receipts?requestDate=${day}`);
    expect(list.json["data"]).toHaveLength(2);
  });
});
