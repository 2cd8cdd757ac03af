import { expect, it } from "vitest";
import * as refunds from "../../../migrations/20261123100100_refunds.ts";
import { startTestApp } from "../../../testing/app.ts";
import { createContent, createSeller, createUser } from "../../../testing/factories.ts";
import { authorise, confirm, createOrder } from "../../../testing/payments.ts";
import { askBack, makeSale, saleState } from "../../../testing/refunds.ts";

it("takes what was paid before deliveries were written down for delivered, and nothing else", async () => {
  const app = await startTestApp();
  try {
    const before = await makeSale(app);
    // Begun before, paid after.
    const seller = await createSeller(app.deps);
    const client = await app.as(await createUser(app.deps));
    const order = await createOrder(client, await createContent(app.deps, seller.id));
    const payment = await authorise(app.url, order);
    await refunds.down(app.deps.knex);
    await refunds.up(app.deps.knex);
    expect((await confirm(client, payment)).status).toBe(200);
    const after = await makeSale(app);
    const asked = [before, { client, orderNumber: order.orderNumber }, after];
    for (const sale of asked) expect((await askBack(sale)).status).toBe(201);
    await app.reconcile();
    const states = async () =>
      Promise.all(asked.map(async (sale) => (await saleState(app, sale))?.status ?? "none"));
    await expect.poll(states, { timeout: 30_000 }).toEqual(["refund_requested", "refunded", "refunded"]);
  } finally {
    await app.stop();
  }
});
