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
