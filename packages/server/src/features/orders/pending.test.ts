import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createContent, createSeller, createUser } from "../../../testing/factories.ts";
import { authorise, buy, confirm, createOrder, type CreatedOrder } from "../../../testing/payments.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const statusOf = async ({ id }: CreatedOrder) =>
  (await app.deps.pool.query<{ status: string }>("select status from orders where id = $1", [id])).rows[0]
    ?.status;

it.each([
  ["refused", { kind: "refused", code: "UNAUTHORIZED_KEY", message: "인증되지 않은 키", status: 401 }],
  ["unanswered", { kind: "unknown", reason: "timeout" }],
] as const)(
  "a notice about a pending order whose reading is %s is looked into again, and another's is used up",
  async (_how, answer) => {
    const buyer = await app.as(await createUser(app.deps));
    const content = () => createSeller(app.deps).then(({ id }) => createContent(app.deps, id));
    const [order, bystander] = [
      await createOrder(buyer, await content()),
      await createOrder(buyer, await content()),
    ];
    const payment = await authorise(app.url, order);
    const openNotices = async ({ id }: CreatedOrder) => {
      const open = "select from provider_events where order_id = $1 and processed_at is null";
      return (await app.deps.pool.query(open, [id])).rowCount;
    };
    const { toss } = app.deps;
    const readings: string[] = [];
    app.deps.toss = {
      ...toss,
      paymentByOrder: (number) => {
        readings.push(number);
        return number === order.orderNumber ? Promise.resolve(answer) : toss.paymentByOrder(number);
      },
    };
    try {
      // The charge was made outside of our calls: the provider's notice alone reports it.
      await toss.confirm(payment, `elsewhere:${order.orderNumber}`);
      await app.visitor().post("/api/payments/webhook", {
        eventType: "PAYMENT_STATUS_CHANGED",
        data: { orderId: bystander.orderNumber, status: "DONE" },
      });
      await expect.poll(() => readings).toContain(order.orderNumber);
      await expect.poll(() => openNotices(bystander)).toBe(0);
    } finally {
      app.deps.toss = toss;
    }
    await expect.poll(() => statusOf(order)).toBe("paid");
    expect(await statusOf(bystander)).toBe("pending");
  },
);

it.each([["free", 0] as const, ["paid", 10_000] as const])(
  "a %s purchase ends its buyer's other pending orders of the content, and no order of anybody or anything else",
  async (_, price) => {
    const seller = await createSeller(app.deps);
    const content = await createContent(app.deps, seller.id, { price });
    const another = await createContent(app.deps, seller.id, { price });
    const [buyer, bystander] = [
      await app.as(await createUser(app.deps)),
      await app.as(await createUser(app.deps)),
    ];
    const again = await createOrder(buyer, content);
    const beside = await createOrder(buyer, another);
    const others = [await createOrder(bystander, content), await createOrder(bystander, another)];
    await buy(app.url, buyer, content);
    expect(await statusOf(again)).toBe("expired");
    for (const order of [beside, ...others]) expect(await statusOf(order)).toBe("pending");
    const [order] = others;
    if (!order || price === 0) return;
    // The bystander's pending order is paid all the same.
    expect((await confirm(bystander, await authorise(app.url, order))).status).toBe(200);
  },
);
