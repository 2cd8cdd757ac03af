import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standinKeys } from "./index.ts";
import { startTestStandin } from "./testing.ts";

let toss: Awaited<ReturnType<typeof startTestStandin>>;

beforeAll(async () => {
  toss = await startTestStandin();
});
afterAll(async () => {
  await toss.stop();
});

const session = {
  orderId: "order-window",
  amount: 10_500,
  orderName: "주식 <입문> & 기초",
  successUrl: "http://localhost:3000/payment-success?from=checkout",
  failUrl: "http://127.0.0.1:3000/payment-fail",
};

describe("POST /sessions", () => {
  it("answers 201 with an id and an absolute window address, from any origin, without a key", async () => {
    const answer = await toss.post("/sessions", session, { authorization: "" });
    expect(answer.status).toBe(201);
    const { sessionId, windowUrl } = answer.json;
    expect(windowUrl).toBe(`${toss.bases[0]}/pay/${String(sessionId)}`);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const preflight = await toss.call("OPTIONS", "/sessions");
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type");
    expect((await toss.get("/control/log")).headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each([
    ["a short order id", { orderId: "short" }, "INVALID_REQUEST"],
    ["letters that an order id can not have", { orderId: "주문번호-000001" }, "INVALID_REQUEST"],
    ["an amount as text", { amount: "10500" }, "INVALID_REQUEST"],
    ["half a won", { amount: 10_500.5 }, "INVALID_REQUEST"],
    ["less than a card can pay", { amount: 99 }, "BELOW_MINIMUM_AMOUNT"],
    ["a path instead of an address", { successUrl: "/payment-success" }, "INVALID_REQUEST"],
    ["a script address", { failUrl: "javascript:alert(1)" }, "INVALID_REQUEST"],
    ["no order name", { orderName: "" }, "INVALID_REQUEST"],
  ])("refuses %s", async (_what, change, code) => {
    const answer = await toss.post("/sessions", { ...session, ...change });
    expect([answer.status, answer.json["code"]]).toEqual([400, code]);
  });

  it("refuses another shop's client key and text that is not JSON", async () => {
    const foreign = await toss.post("/sessions", { ...session, clientKey: "test_ck_other" });
    expect([foreign.status, foreign.json["code"]]).toEqual([401, "UNAUTHORIZED_KEY"]);
    const own = await toss.post("/sessions", { ...session, clientKey: standinKeys.clientKey });
    expect(own.status).toBe(201);
    const broken = await toss.post("/sessions", "{", { "content-type": "application/json" });
    expect(broken.status).toBe(400);
  });
});

describe("the payment window", () => {
  const open = async () => String((await toss.post("/sessions", session)).json["sessionId"]);

  it("shows what is bought in escaped Korean under a policy that lets the form go back to the shop", async () => {
    const page = await toss.get(`/pay/${await open()}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("테스트 결제창 · 실제 결제가 이루어지지 않습니다");
    expect(page.text).toContain("주식 &lt;입문&gt; &amp; 기초");
    expect(page.text).toContain("10,500원");
    for (const button of ["결제하기", "취소", "간편결제 잔액", "카드사 거절", "시간 만료"]) {
      expect(page.text).toContain(`>${button}</button>`);
    }
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("form-action 'self' http://localhost:3000 http://127.0.0.1:3000");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(page.text).not.toMatch(/<script(?! src)|<style|style=|onclick/);
  });

  it("keeps the query of the shop's own address", async () => {
    const target = await toss.press(await open(), "approve");
    expect(target.searchParams.get("from")).toBe("checkout");
    expect(target.searchParams.get("amount")).toBe("10500");
  });

  it.each([
    ["cancel", "PAY_PROCESS_CANCELED", "사용자에 의해 결제가 취소되었습니다.", null, "ABORTED"],
    ["reject", "REJECT_CARD_COMPANY", "결제 승인이 거절되었습니다.", "order-window", "ABORTED"],
    [
      "expire",
      "PAY_PROCESS_ABORTED",
      "결제 진행 중 승인에 실패하여 결제가 중단되었습니다.",
      "order-window",
      "EXPIRED",
    ],
  ])(
    "%s sends the buyer back with its code and ends the session",
    async (outcome, code, message, orderId, state) => {
      const sessionId = await open();
      const target = await toss.press(sessionId, outcome);
      expect(target.origin + target.pathname).toBe("http://127.0.0.1:3000/payment-fail");
      expect(target.searchParams.get("code")).toBe(code);
      expect(target.searchParams.get("message")).toBe(message);
      expect(target.searchParams.get("orderId")).toBe(orderId);
      expect((await toss.events("order-window")).at(-1)).toBe(state);
      const again = await toss.post(`/pay/${sessionId}`, new URLSearchParams({ outcome: "approve" }));
      expect(again.status).toBe(state === "EXPIRED" ? 410 : 409);
      expect(again.headers.get("location")).toBeNull();
      expect((await toss.get(`/pay/${sessionId}`)).status).toBe(again.status);
    },
  );

  it("pays from an easy-pay balance: no card, no card slip", async () => {
    const { json } = await toss.post("/sessions", { ...session, orderId: "order-easy-pay" });
    const target = await toss.press(String(json["sessionId"]), "easy-pay");
    const paymentKey = target.searchParams.get("paymentKey") ?? "";
    const { json: paid } = await toss.confirm(paymentKey, "order-easy-pay");
    expect(paid).toMatchObject({
      status: "DONE",
      method: "간편결제",
      card: null,
      easyPay: { provider: "토스페이", amount: 10_500 },
    });
    const slip = await toss.get(`/receipt/${paymentKey}`);
    expect(slip.text).toContain("<h1>거래확인증</h1>");
    expect(slip.text).not.toContain("카드");
  });

  it("shows the easy-pay service that was asked for, and pays by its balance, its card and its points", async () => {
    const opened = await toss.post("/sessions", { ...session, orderId: "order-wallet", easyPay: "KAKAOPAY" });
    const sessionId = String(opened.json["sessionId"]);
    const page = await toss.get(`/pay/${sessionId}`);
    expect(page.text).toContain("<h1>카카오페이 결제</h1>");
    expect(page.text).not.toContain("카드 번호");
    const form = new URLSearchParams({ outcome: "approve", source: "card", points: "1" });
    const answer = await toss.post(`/pay/${sessionId}`, form);
    const paymentKey = new URL(answer.headers.get("location") ?? "").searchParams.get("paymentKey") ?? "";
    const { json: paid } = await toss.confirm(paymentKey, "order-wallet");
    expect(paid).toMatchObject({
      method: "간편결제",
      totalAmount: 10_500,
      balanceAmount: 10_500,
      card: { amount: 10_000 },
      easyPay: { provider: "카카오페이", amount: 0, discountAmount: 500 },
    });
    const slip = await toss.get(`/receipt/${paymentKey}`);
    for (const text of ["카카오페이", "신한카드", "500원"]) expect(slip.text).toContain(text);
    const unknown = await toss.post("/sessions", { ...session, easyPay: "OTHERPAY" });
    expect(unknown.status).toBe(400);
  });

  it("authenticates once when the button is pressed ten times, and shows the way on", async () => {
    const { json } = await toss.post("/sessions", { ...session, orderId: "order-presses" });
    const presses = await Promise.all(
      Array.from({ length: 10 }, () =>
        toss.post(`/pay/${String(json["sessionId"])}`, new URLSearchParams({ outcome: "approve" })),
      ),
    );
    expect(presses.filter((answer) => answer.status === 302)).toHaveLength(1);
    const other = presses.find((answer) => answer.status === 409);
    expect(other?.text).toContain("paymentKey=");
    expect(await toss.events("order-presses")).toEqual(["READY", "IN_PROGRESS"]);
  });

  it("takes the form as multipart too, and keeps no card number", async () => {
    const { json } = await toss.post("/sessions", { ...session, orderId: "order-multipart" });
    const form = new FormData();
    form.set("outcome", "approve");
    form.set("cardCompany", "11");
    form.set("cardNumber", "5555 6666 7777 8888");
    const [base = ""] = toss.bases;
    const url = `${base}/pay/${String(json["sessionId"])}`;
    const answer = await fetch(url, { method: "POST", body: form, redirect: "manual" });
    expect(answer.status).toBe(302);
    const stored = await toss.pool.query(
      "select * from standin_toss.payments where order_id = 'order-multipart'",
    );
    expect(stored.rows[0].card).toMatchObject({ issuerCode: "11", number: "55556666****888*" });
    expect(JSON.stringify(stored.rows)).not.toContain("5555666677778888");
  });

  it("answers clearly for an unknown window and an unknown outcome", async () => {
    expect((await toss.get("/pay/nothing")).status).toBe(404);
    expect((await toss.post("/pay/nothing", new URLSearchParams({ outcome: "approve" }))).status).toBe(404);
    const odd = await toss.post(`/pay/${await open()}`, new URLSearchParams({ outcome: "steal" }));
    expect(odd.status).toBe(400);
  });
});

describe("pages around it", () => {
  it("serves the script and the style from files that are asked for anew each time", async () => {
    const script = await toss.get("/v2/standard");
    expect(script.headers.get("content-type")).toMatch(/^text\/javascript/);
    expect(script.headers.get("cache-control")).toBe("no-cache");
    expect(script.text).toContain("window.TossPayments");
    expect((await toss.get("/assets/window.css")).headers.get("content-type")).toMatch(/^text\/css/);
  });

  it("shows a sales slip at receipt.url for what was charged, and nothing before", async () => {
    const paymentKey = await toss.authenticated("order-slip");
    expect((await toss.get(`/receipt/${paymentKey}`)).status).toBe(404);
    const { json } = await toss.confirm(paymentKey, "order-slip");
    const [base] = toss.bases;
    expect(json["receipt"]).toEqual({ url: `${base}/receipt/${paymentKey}` });
    const slip = await toss.get(`/receipt/${paymentKey}`);
    expect(slip.text).toContain("매출전표");
    expect(slip.text).toContain("10,500원");
    expect(slip.text).toContain("order-slip");
  });
});
