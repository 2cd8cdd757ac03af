import type { AdminSettlement } from "@knowhow/shared";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser } from "../../../testing/factories.ts";
import { cancelAtProvider } from "../../../testing/providerSide.ts";
import { makeSale, saleState, type TestSale } from "../../../testing/refunds.ts";
import { payOut } from "../payouts/payOut.ts";

let app: TestApp;
let adminUser: TestUser;
let admin: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  adminUser = await createUser(app.deps, { userId: "admin1" });
  admin = await app.as(adminUser);
});
afterAll(() => app.stop());

const payoutOf = async ({ orderNumber }: TestSale) => {
  const { body } = await admin.get(`/api/admin/settlements?q=${orderNumber}`);
  const [found] = body["settlements"] as unknown as AdminSettlement[]; // the contract's answer was checked by the server
  if (!found) throw new Error("no such settlement");
  return found;
};
const cancelPart = async (sale: TestSale, won: number) => {
  const { rows } = await app.deps.pool.query<{ key: string }>(
    "select toss_payment_key as key from orders where order_number = $1",
    [sale.orderNumber],
  );
  await cancelAtProvider(app, rows[0]?.key ?? "", won);
  await expect.poll(async () => (await payoutOf(sale)).partCancelled).toBe(won);
};

it("tells administrators what the service bears by a payout, less what its seller owes back of it", async () => {
  const sale = await makeSale(app);
  const [small, whole] = [await makeSale(app, sale), await makeSale(app, sale)];
  await cancelPart(sale, 5_000);
  // The fees cover that much.
  await cancelPart(small, 1_000);
  const shortfalls = async () =>
    Promise.all([sale, small, whole].map(async (one) => (await payoutOf(one)).shortfallAmount));
  expect(await shortfalls()).toEqual([4_000, 0, 0]);

  const { id } = await payoutOf(sale);
  const released = await admin.put(`/api/admin/settlements/${id}`, { status: "pending", reason: "확인" });
  expect(released.body["settlement"]).toMatchObject({ shortfallAmount: 4_000 });
  await app.moveClock(8 * 24 * 3_600_000);
  admin = await app.as(adminUser);
  for (const one of [sale, whole])
    await expect
      .poll(async () => {
        await payOut(app.deps);
        return saleState(app, one);
      })
      .toMatchObject({ settlement: "completed" });
  expect(await shortfalls()).toEqual([4_000, 0, 0]);
  for (const one of [sale, whole]) {
    await admin.post(`/api/admin/refunds/${one.orderNumber}`, { reason: "저작권 침해" });
    await expect.poll(() => saleState(app, one)).toMatchObject({ status: "refunded" });
  }
  expect(await shortfalls()).toEqual([0, 0, 0]);
});

it("tells of nothing that the service bears where the payout was cancelled", async () => {
  const sale = await makeSale(app);
  const bystander = await makeSale(app, sale);
  for (const one of [sale, bystander]) await cancelPart(one, 5_000);
  expect((await payoutOf(sale)).shortfallAmount).toBe(4_000);
  await admin.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "저작권 침해" });
  await expect.poll(() => saleState(app, sale)).toMatchObject({ settlement: "cancelled" });
  expect((await payoutOf(sale)).shortfallAmount).toBe(0);
  expect((await payoutOf(bystander)).shortfallAmount).toBe(4_000);
});
