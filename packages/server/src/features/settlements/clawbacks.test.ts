import type { AdminSettlement } from "@knowhow/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { control } from "../../../testing/payments.ts";
import { cancelAtProvider, muteWebhooks } from "../../../testing/providerSide.ts";
import { makeSale, refundMessages, saleState, type TestSale } from "../../../testing/refunds.ts";
import { leaveIn } from "../accounts/leave.ts";
import { claimDue } from "../payouts/claims.ts";
import { payOut } from "../payouts/payOut.ts";

const day = 24 * 60 * 60 * 1_000;
const patient = { timeout: 30_000 };

describe("what a seller owes after a late refund", () => {
  let app: TestApp;
  let adminUser: TestUser;

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());

  const refund = async (sale: TestSale) => {
    const admin = await app.as(adminUser);
    const answer = await admin.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "저작권 침해" });
    expect(answer.status).toBe(201);
    await expect.poll(() => saleState(app, sale), patient).toMatchObject({ status: "refunded" });
  };
  const paidOut = (sale: TestSale, settlement = "completed") =>
    expect
      .poll(async () => {
        await payOut(app.deps);
        return saleState(app, sale);
      }, patient)
      .toMatchObject({ settlement });
  const sent = async (sale: TestSale): Promise<number> => {
    const { rows } = await app.deps.pool.query<{ won: number }>(
      `select coalesce(sum(l.amount), 0)::int as won from standin_toss.charge_log l
       join settlements s on left(l.order_id, 36) = s.id::text join orders o on o.id = s.order_id
       where l.event = 'PAYOUT' and o.order_number = $1`,
      [sale.orderNumber],
    );
    return rows[0]?.won ?? 0;
  };
  const owed = async ({ id }: TestUser): Promise<number> => {
    const { rows } = await app.deps.pool.query<{ won: number }>(
      "select coalesce(sum(amount - recovered), 0)::int as won from clawbacks where seller_id = $1 and voided_at is null",
      [id],
    );
    return rows[0]?.won ?? 0;
  };

  it("is taken from their next payouts, to the won, and from nobody else's", async () => {
    const [seller, other] = [await createSeller(app.deps), await createSeller(app.deps)];
    const late = await makeSale(app, { seller, price: 20_000 });
    await app.moveClock(8 * day);
    await paidOut(late);
    expect(await sent(late)).toBe(19_000);
    await refund(late);
    expect(await owed(seller)).toBe(19_000);
    expect(await saleState(app, late)).toMatchObject({
      settlement: "completed",
      room: "inactive",
      purchases: 0,
    });
    expect((await refundMessages(app, seller)).at(-1)).toContain("다음 정산에서 공제");

    const own = async (path: string) => (await (await app.as(seller)).get(path)).body;
    expect(await own("/api/seller/settlements")).toMatchObject([
      { orderNumber: late.orderNumber, status: "completed", clawbackAmount: 19_000 },
    ]);

    const [first, second, third] = [
      await makeSale(app, { seller, price: 10_000 }),
      await makeSale(app, { seller, price: 12_000 }),
      await makeSale(app, { seller, price: 2_000 }),
    ];
    const others = await makeSale(app, { seller: other, price: 10_000 });
    await app.moveClock(8 * day);
    for (const sale of [first, second, third, others]) await paidOut(sale);
    // 9,500 whole, then 9,500 of 11,400, then nothing more.
    expect([await sent(first), await sent(second), await sent(third)]).toEqual([0, 1_900, 1_900]);
    expect(await sent(others)).toBe(9_500);
    expect(await owed(seller)).toBe(0);
    const balance = await app.deps.pool.query<{ won: number }>(
      "select sum(credit - debit)::int as won from ledger_entries where seller_id = $1",
      [seller.id],
    );
    expect(balance.rows).toEqual([{ won: 0 }]);
  });

  it("is not paid by a sale that the provider had given back without a notice", async () => {
    const [seller, other] = [await createSeller(app.deps), await createSeller(app.deps)];
    const late = await makeSale(app, { seller, price: 20_000 });
    await app.moveClock(8 * day);
    await paidOut(late);
    await refund(late);
    const [lost, sound] = [await makeSale(app, { seller }), await makeSale(app, { seller })];
    const bystander = await makeSale(app, { seller: other });
    const { rows } = await app.deps.pool.query<{ key: string }>(
      "select toss_payment_key as key from orders where order_number = $1",
      [lost.orderNumber],
    );
    await muteWebhooks(app, () => cancelAtProvider(app, rows[0]?.key ?? ""));
    await app.moveClock(8 * day);
    await paidOut(lost, "cancelled");
    await paidOut(sound);
    await paidOut(bystander);
    expect(await saleState(app, lost)).toMatchObject({ status: "refunded" });
    expect([await sent(lost), await sent(sound), await sent(bystander)]).toEqual([0, 0, 9_500]);
    expect([await owed(seller), await owed(other)]).toEqual([9_500, 0]);
  });

  it("is asked for again after a refusal, from the payout that then arrives", async () => {
    const seller = await createSeller(app.deps);
    const late = await makeSale(app, { seller });
    await app.moveClock(8 * day);
    await paidOut(late);
    await refund(late);
    const next = await makeSale(app, { seller, price: 30_000 });
    await app.moveClock(8 * day);
    await control(app.url, "next", { code: "EXCEED_MAX_AMOUNT" });
    await payOut(app.deps);
    await app.moveClock(2 * 60 * 60 * 1_000);
    await paidOut(next);
    expect(await sent(next)).toBe(28_500 - 9_500);
    expect(await owed(seller)).toBe(0);
  });

  it("stands before administrators until it is recovered, of who sells nothing more and of who has left too", async () => {
    const [seller, gone, other] = [
      await createSeller(app.deps),
      await createSeller(app.deps),
      await createSeller(app.deps),
    ];
    const [late, lost, bystander] = [
      await makeSale(app, { seller, price: 20_000 }),
      await makeSale(app, { seller: gone }),
      await makeSale(app, { seller: other }),
    ];
    const found = async (query: string) => {
      const { body } = await (await app.as(adminUser)).get(`/api/admin/settlements?${query}`);
      const settlements = body["settlements"] as unknown as AdminSettlement[]; // the contract's answer was checked by the server
      return settlements.map(({ orderNumber, clawbackAmount, recoveredAmount }) => [
        orderNumber,
        clawbackAmount,
        recoveredAmount,
      ]);
    };
    await app.moveClock(8 * day);
    for (const sale of [late, lost, bystander]) await paidOut(sale);
    const before = await found("clawback=open");
    await app.deps.knex.transaction((trx) => leaveIn(trx, gone.id));
    await refund(lost);
    await refund(late);
    expect(await found("clawback=open")).toEqual([
      [lost.orderNumber, 9_500, 0],
      [late.orderNumber, 19_000, 0],
      ...before,
    ]);
    expect(await found(`q=${bystander.orderNumber}`)).toEqual([[bystander.orderNumber, 0, 0]]);
    expect(await found(`clawback=open&q=${bystander.orderNumber}`)).toEqual([]);

    const next = await makeSale(app, { seller, price: 10_000 });
    await app.moveClock(8 * day);
    await paidOut(next);
    expect(await found(`clawback=open&q=${seller.id}`)).toEqual([[late.orderNumber, 19_000, 9_500]]);
    expect((await (await app.as(seller)).get("/api/seller/settlements")).body).toMatchObject([
      { orderNumber: next.orderNumber, clawbackAmount: 0, recoveredAmount: 0, withheldAmount: 9_500 },
      { orderNumber: late.orderNumber, clawbackAmount: 19_000, recoveredAmount: 9_500, withheldAmount: 0 },
    ]);
    const last = await makeSale(app, { seller, price: 10_000 });
    await app.moveClock(8 * day);
    await paidOut(last);
    expect(await found(`clawback=open&q=${seller.id}`)).toEqual([]);
    expect(await found(`q=${late.orderNumber}`)).toEqual([[late.orderNumber, 19_000, 19_000]]);
    expect(await found(`clawback=open&q=${gone.id}`)).toEqual([[lost.orderNumber, 9_500, 0]]);
  });

  it("is nothing when the payout that was on its way never arrived", async () => {
    const seller = await createSeller(app.deps);
    const bystander = await makeSale(app, { seller });
    const sale = await makeSale(app, { seller });
    await app.deps.pool.query(
      "update settlements set payable_at = payable_at + interval '60 days' where order_id = (select id from orders where order_number = $1)",
      [bystander.orderNumber],
    );
    await app.moveClock(8 * day);
    expect(await claimDue(app.deps, seller.id)).toHaveLength(1);
    await refund(sale);
    expect(await owed(seller)).toBe(9_500);
    expect(await saleState(app, sale)).toMatchObject({ settlement: "processing" });
    await paidOut(sale, "cancelled");
    expect(await sent(sale)).toBe(0);
    expect(await owed(seller)).toBe(0);
    expect(await saleState(app, bystander)).toMatchObject({ settlement: "pending", status: "paid" });
  });
});
