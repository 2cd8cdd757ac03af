import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { payOut } from "../payouts/payOut.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createUser } from "../../../testing/factories.ts";
import { brokenInvariants } from "../../../testing/invariants.ts";
import { askBack, makeSale, saleState, type TestSale } from "../../../testing/refunds.ts";

const patient = { timeout: 20_000 };
/** Deletes rows that only the retention job may delete. */
const undo = (sql: string) => `begin; set local knowhow.retention = 'on'; ${sql}; commit`;
const refunded = "(select id from orders where order_number = ':refunded')";
const late = "(select id from orders where order_number = ':late')";
const bystander = "(select id from orders where order_number = ':bystander')";

/** A statement that breaks each, and one that mends it. */
const breaches: Record<string, readonly [string, string]> = {
  I3: [
    `update clawbacks set amount = amount + 1 where order_id = ${late}`,
    `update clawbacks set amount = amount - 1 where order_id = ${late}`,
  ],
  I7: [
    `update refunds set completed_at = null where order_id = ${refunded}`,
    `update refunds set completed_at = app_now() where order_id = ${refunded}`,
  ],
  I7b: [
    `update chat_rooms set status = 'active' where order_id = ${refunded}`,
    `update chat_rooms set status = 'inactive' where order_id = ${refunded}`,
  ],
  I7c: [
    `insert into standin_toss.charge_log (event, order_id, payment_key, amount)
     select event, order_id, payment_key, amount from standin_toss.charge_log where order_id = ':refunded' and event = 'CANCELED'`,
    `delete from standin_toss.charge_log where id = (select max(id) from standin_toss.charge_log)`,
  ],
  I7d: [
    `insert into ledger_transactions (id, order_id) select 'refund:' || id, id from orders where id = ${bystander}`,
    undo(`delete from ledger_transactions where id = 'refund:' || ${bystander}`),
  ],
  I7e: [
    `insert into deliveries (order_id, kind, item) values (${refunded}, 'link', 'x')`,
    undo(`delete from deliveries where order_id = ${refunded}`),
  ],
  I7f: [
    `update clawbacks set recovered = recovered + 1 where order_id = ${late}`,
    `update clawbacks set recovered = recovered - 1 where order_id = ${late}`,
  ],
};

describe("what must never be true of refunds", () => {
  let app: TestApp;
  const sales: Record<string, TestSale> = {};

  beforeAll(async () => {
    app = await startTestApp();
    const adminUser = await createUser(app.deps, { userId: "admin1" });
    const sale = await makeSale(app);
    sales["refunded"] = sale;
    await askBack(sale);
    const paidOut = await makeSale(app);
    sales["late"] = paidOut;
    await app.moveClock(8 * 24 * 3_600_000);
    for (let round = 0; round < 2; round += 1) await payOut(app.deps);
    sales["bystander"] = await makeSale(app, { seller: paidOut.seller });
    const admin = await app.as(adminUser);
    await admin.post(`/api/admin/refunds/${paidOut.orderNumber}`, { reason: "확인" });
    for (const one of [sale, paidOut])
      await vi.waitFor(
        async () => expect(await saleState(app, one)).toMatchObject({ status: "refunded" }),
        patient,
      );
  });
  afterAll(() => app.stop());

  const broken = async () => (await brokenInvariants(app.deps.pool)).map(({ name }) => name.split(" ")[0]);
  const run = (sql: string) =>
    app.deps.pool.query(
      sql.replace(/:(refunded|late|bystander)(?=')/g, (_, name: string) => sales[name]?.orderNumber ?? ""),
    );

  it.each(Object.entries(breaches))("%s is noticed", async (name, [harm, mend]) => {
    expect(await broken()).toEqual([]);
    await run(harm);
    expect(await broken()).toContain(name);
    await run(mend);
  });
});
