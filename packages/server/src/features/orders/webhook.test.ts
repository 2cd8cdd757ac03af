import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanUp } from "../retention/cleanUp.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createContent, createSeller, createUser } from "../../../testing/factories.ts";
import { authorise, chargeLog, createOrder } from "../../../testing/payments.ts";

describe("notices of the provider", () => {
  let app: TestApp;
  let orderNumber: string;

  beforeAll(async () => {
    app = await startTestApp();
    const content = await createContent(app.deps, (await createSeller(app.deps)).id);
    ({ orderNumber } = await createOrder(await app.as(await createUser(app.deps)), content));
  });
  afterAll(() => app.stop());

  const tell = async (body: unknown, raw?: string): Promise<number> => {
    const headers = { "tosspayments-webhook-transmission-id": randomUUID() };
    const path = "/api/payments/webhook";
    return raw === undefined
      ? (await app.visitor().post(path, body, { headers })).status
      : (
          await app.visitor().request("POST", path, undefined, {
            headers: { ...headers, "content-type": "application/json" },
            raw,
          })
        ).status;
  };
  const kept = async (): Promise<number> =>
    (await app.deps.pool.query("select from provider_events")).rowCount ?? 0;

  it.each([
    [{}],
    [{ data: null }],
    [{ data: "x" }],
    [{ data: [] }],
    [{ eventType: 1, createdAt: {}, data: { paymentKey: {}, orderId: [], status: 7 } }],
    [{ eventType: "a\u0000", data: { paymentKey: "\u0000", orderId: "\u0000" } }],
    [{ eventType: "x".repeat(100_000), data: { orderId: "x".repeat(100_000) } }],
    [{ eventType: "PAYMENT_STATUS_CHANGED", data: { paymentKey: "nobody's", orderId: "nobody's" } }],
  ])("%j is taken and leaves no trace", async (body) => {
    expect(await tell(body)).toBe(200);
    expect(await kept()).toBe(0);
  });

  it("takes half a surrogate pair", async () => {
    expect(
      await tell(
        undefined,
        String.raw`{"data":{"paymentKey":"\ud800","orderId":"\udfff","status":"\ud800"}}`,
      ),
    ).toBe(200);
    expect(await kept()).toBe(0);
  });

  it("makes an order paid that was charged without our asking", async () => {
    const content = await createContent(app.deps, (await createSeller(app.deps)).id);
    const buyer = await app.as(await createUser(app.deps));
    const order = await createOrder(buyer, content);
    const { paymentKey, orderId, amount } = await authorise(app.url, order);
    const { secretKey } = app.deps.config.toss;
    const charged = await app
      .visitor()
      .post(
        "/standin/toss/v1/payments/confirm",
        { paymentKey, orderId, amount },
        { headers: { authorization: `Basic ${Buffer.from(`${secretKey}:`).toString("base64")}` } },
      );
    expect(charged.status).toBe(200);
    const receipt = `/api/orders/${order.orderNumber}`;
    await tell({ eventType: "PAYMENT_STATUS_CHANGED", data: { paymentKey, orderId, status: "DONE" } });
    await expect.poll(async () => (await buyer.get(receipt)).body["status"]).toBe("paid");
    expect(await chargeLog(app.url, order.orderNumber)).toEqual(["READY", "IN_PROGRESS", "DONE"]);
    await app.deps.pool.query("delete from provider_events");
  });

  it("is kept when it names an order of ours, and goes 30 days after it was looked into", async () => {
    const notice = { eventType: "PAYMENT_STATUS_CHANGED", data: { orderId: orderNumber, status: "DONE" } };
    expect(await tell(notice)).toBe(200);
    expect(
      await tell(undefined, `{"eventType":"\\ud800","data":{"orderId":"${orderNumber}","status":"\\u0000"}}`),
    ).toBe(200);
    expect(await kept()).toBe(2);
    await expect
      .poll(
        async () =>
          (await app.deps.pool.query("select from provider_events where processed_at is not null")).rowCount,
      )
      .toBe(2);
    await app.moveClock(29 * 86_400_000);
    await cleanUp(app.deps);
    expect(await kept()).toBe(2);
    await app.moveClock(86_400_001);
    await cleanUp(app.deps);
    expect(await kept()).toBe(0);
  });
});
