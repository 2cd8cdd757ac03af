import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startTestStandin } from "./testing.ts";

let toss: Awaited<ReturnType<typeof startTestStandin>>;

beforeAll(async () => {
  toss = await startTestStandin(3);
});
afterAll(async () => {
  await toss.stop();
});
beforeEach(() => {
  toss.shop.status = 200;
  toss.shop.answersAfter = Promise.resolve();
});

const ofOrder = (orderId: string) =>
  toss.webhooks("PAYMENT_STATUS_CHANGED").filter((one) => one.body.data.orderId === orderId);
/** How often each webhook about an order was sent, and whether it is to be sent again. */
const sendingsOf = async (orderId: string) => {
  const { rows } = await toss.pool.query<{ attempts: number; due: boolean }>(
    `select attempts, due_at is not null as due from standin_toss.webhooks
     where body::jsonb #>> '{data,orderId}' = $1 order by id`,
    [orderId],
  );
  return rows;
};
const sentOnce = { attempts: 1, due: false };

it("tells about DONE and CANCELED once, with the three headers and no signature", async () => {
  const paymentKey = await toss.authenticated("order-told");
  await toss.confirm(paymentKey, "order-told");
  await expect.poll(() => ofOrder("order-told")).toHaveLength(1);
  await toss.post(`/v1/payments/${paymentKey}/cancel`, { cancelReason: "변심" });
  await expect.poll(() => ofOrder("order-told")).toHaveLength(2);
  await expect.poll(() => sendingsOf("order-told")).toEqual([sentOnce, sentOnce]);
  const events = ofOrder("order-told");
  expect(events.map((one) => one.body.data.status)).toEqual(["DONE", "CANCELED"]);
  expect(new Set(events.map((one) => one.headers["tosspayments-webhook-transmission-id"])).size).toBe(2);
  for (const { headers, body } of events) {
    expect(headers["tosspayments-webhook-transmission-time"]).toMatch(/\+09:00$/);
    expect(headers["tosspayments-webhook-transmission-retried-count"]).toBe("0");
    expect(headers["tosspayments-webhook-signature"]).toBeUndefined();
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
    expect(body.data).toMatchObject({ paymentKey, totalAmount: 10_500 });
  }
});

it("tells about a refusal and an expiry, not about an opened or authenticated payment", async () => {
  await toss.press(await toss.open("order-refused"), "reject");
  await toss.press(await toss.open("order-timeout"), "expire");
  await toss.authenticated("order-quiet");
  await expect.poll(() => ofOrder("order-refused").map((one) => one.body.data.status)).toEqual(["ABORTED"]);
  await expect.poll(() => ofOrder("order-timeout").map((one) => one.body.data.status)).toEqual(["EXPIRED"]);
  expect(ofOrder("order-quiet")).toEqual([]);
});

it("tries again with the same id until the shop answers 200", async () => {
  toss.shop.status = 500;
  await toss.press(await toss.open("order-retried"), "reject");
  await expect.poll(() => ofOrder("order-retried")).toHaveLength(1);
  toss.shop.status = 200;
  await expect.poll(() => ofOrder("order-retried")).toHaveLength(2);
  const [first, second] = ofOrder("order-retried");
  const header = (name: string) => [first?.headers[name], second?.headers[name]];
  expect(new Set(header("tosspayments-webhook-transmission-id")).size).toBe(1);
  expect(header("tosspayments-webhook-transmission-retried-count")).toEqual(["0", "1"]);
  expect(first?.raw).toBe(second?.raw);
});

it("is sent by one process alone while the shop takes its time", async () => {
  let answer: () => void = () => undefined;
  toss.shop.answersAfter = new Promise((resolve) => (answer = resolve));
  // A process that waits for the shop sends nothing more: each of these is found by another one, which has then passed
  // over those before.
  const orders = ["order-slow-shop-1", "order-slow-shop-2", "order-slow-shop-3"];
  for (const order of orders) {
    await toss.press(await toss.open(order), "reject");
    await expect.poll(() => ofOrder(order)).toHaveLength(1);
  }
  answer();
  for (const order of orders) await expect.poll(() => sendingsOf(order)).toEqual([sentOnce]);
  expect(orders.map((order) => ofOrder(order).length)).toEqual([1, 1, 1]);
});

it("sends old webhooks again, doubled and in another order, on demand", async () => {
  const paymentKey = await toss.authenticated("order-again");
  await toss.confirm(paymentKey, "order-again");
  await toss.post(`/v1/payments/${paymentKey}/cancel`, { cancelReason: "변심" });
  await expect.poll(() => ofOrder("order-again")).toHaveLength(2);
  const answer = await toss.post("/control/webhooks", { repeat: 2, reorder: true });
  expect(answer.status).toBe(200);
  const statuses = ofOrder("order-again").map((one) => one.body.data.status);
  expect(statuses.slice(2)).toEqual(["CANCELED", "DONE", "CANCELED", "DONE"]);
  const ids = ofOrder("order-again").map((one) => one.headers["tosspayments-webhook-transmission-id"]);
  expect(new Set(ids).size).toBe(2);
});
