import vm from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { standinKeys } from "./index.ts";
import { startTestStandin } from "./testing.ts";

let toss: Awaited<ReturnType<typeof startTestStandin>>;

beforeAll(async () => {
  toss = await startTestStandin();
});
afterAll(async () => {
  await toss.stop();
});

interface Payment {
  requestPayment(request: object): Promise<never>;
  destroy(): Promise<void>;
}

type TossPayments = ((clientKey: string) => { payment(options: object): Payment }) & { ANONYMOUS: string };

const request = {
  method: "CARD",
  amount: { currency: "KRW", value: 10_500 },
  orderId: "order-script",
  orderName: "주식 입문",
  successUrl: "http://localhost:3000/payment-success",
  failUrl: "http://localhost:3000/payment-fail",
};

/** Runs the served script with the few parts of a browser that it touches. */
async function loadScript() {
  const src = `${toss.bases[0]}/v2/standard`;
  const visited: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const window: Record<string, unknown> = {
    fetch,
    location: { assign: (address: string) => visited.push(address) },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
  };
  const source = await (await fetch(src)).text();
  vm.runInNewContext(source, { window, document: { currentScript: { src } }, URL, AbortController });
  // What the script is for; the tests fail on the first call if it is not there.
  return { TossPayments: window["TossPayments"] as TossPayments, visited, listeners };
}

it("opens a session and leads the whole page to its window", async () => {
  const { TossPayments, visited } = await loadScript();
  expect(TossPayments.ANONYMOUS).toBe("@@ANONYMOUS");
  const payment = TossPayments(standinKeys.clientKey).payment({ customerKey: "buyer-0001" });
  void payment.requestPayment(request);
  await expect(payment.requestPayment(request)).rejects.toMatchObject({ code: "INVALID_METHOD_TRANSACTION" });
  await expect.poll(() => visited).toHaveLength(1);
  const [address = ""] = visited;
  expect(address).toMatch(`${toss.bases[0]}/pay/`);
  expect((await fetch(address)).status).toBe(200);
  expect(await toss.events("order-script")).toEqual(["READY"]);
});

it("opens the own window of an easy-pay service", async () => {
  const { TossPayments, visited } = await loadScript();
  const payment = TossPayments(standinKeys.clientKey).payment({ customerKey: "buyer-0001" });
  const card = { flowMode: "DIRECT", easyPay: "NAVERPAY" };
  void payment.requestPayment({ ...request, orderId: "order-easy", card });
  await expect.poll(() => visited).toHaveLength(1);
  expect(await (await fetch(visited[0] ?? "")).text()).toContain("네이버페이 결제");
});

it.each([
  ["another way to pay", { method: "TRANSFER" }, "NOT_SUPPORTED_METHOD"],
  ["an amount as text", { amount: { currency: "KRW", value: "10500" } }, "INVALID_AMOUNT_VALUE"],
  ["another currency", { amount: { currency: "USD", value: 10 } }, "INVALID_AMOUNT_CURRENCY"],
  ["a window of its own without saying whose", { card: { flowMode: "DIRECT" } }, "INVALID_PARAMETERS"],
  ["an unknown service", { card: { flowMode: "DIRECT", easyPay: "constructor" } }, "INVALID_PARAMETERS"],
  ["nothing to pay", { amount: { currency: "KRW", value: 0 } }, "BELOW_ZERO_AMOUNT"],
  ["a short order id", { orderId: "short" }, "INVALID_PARAMETERS"],
  ["an endless order name", { orderName: "가".repeat(101) }, "INVALID_PARAMETERS"],
  ["a path as successUrl", { successUrl: "/payment-success" }, "INCORRECT_SUCCESS_URL_FORMAT"],
  ["no failUrl", { failUrl: undefined }, "INCORRECT_FAIL_URL_FORMAT"],
  ["what the server refuses", { amount: { currency: "KRW", value: 99 } }, "BELOW_MINIMUM_AMOUNT"],
])("rejects %s", async (_what, change, code) => {
  const { TossPayments, visited } = await loadScript();
  const payment = TossPayments(standinKeys.clientKey).payment({ customerKey: TossPayments.ANONYMOUS });
  await expect(payment.requestPayment({ ...request, ...change })).rejects.toMatchObject({ code });
  expect(visited).toEqual([]);
});

it.each([
  ["a secret key", standinKeys.secretKey, "buyer-0001", "INSECURE_KEY_USAGE"],
  ["a widget key", "test_gck_something", "buyer-0001", "NOT_SUPPORTED_WIDGET_KEY"],
  ["an unknown key", "something", "buyer-0001", "INVALID_CLIENT_KEY"],
  ["a customer key of one letter", standinKeys.clientKey, "b", "INVALID_CUSTOMER_KEY"],
])("throws for %s", async (_what, clientKey, customerKey, code) => {
  const { TossPayments } = await loadScript();
  expect(() => TossPayments(clientKey).payment({ customerKey })).toThrow(expect.objectContaining({ code }));
});

it("ends a request when the shop destroys it or the buyer comes back", async () => {
  const { TossPayments, listeners } = await loadScript();
  const payment = TossPayments(standinKeys.clientKey).payment({ customerKey: "buyer-0001" });
  await expect(payment.destroy()).rejects.toMatchObject({ code: "NO_ACTIVE_PAYMENT_REQUEST" });
  const destroyed = payment.requestPayment({ ...request, orderId: "order-destroyed" });
  await payment.destroy();
  await expect(destroyed).rejects.toMatchObject({ code: "PAYMENT_REQUEST_ABORTED" });
  const abandoned = payment.requestPayment({ ...request, orderId: "order-abandoned" });
  listeners.get("pageshow")?.({ persisted: true });
  await expect(abandoned).rejects.toMatchObject({ code: "USER_CANCEL" });
});
