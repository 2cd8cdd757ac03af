import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runAlone } from "../../database/runAlone.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { brokenInvariants } from "../../../testing/invariants.ts";
import { control } from "../../../testing/payments.ts";
import { cancelAtProvider } from "../../../testing/providerSide.ts";
import { askBack, makeSale, openLink, saleState, type TestSale } from "../../../testing/refunds.ts";
import { payOut } from "../payouts/payOut.ts";

const week = 7 * 24 * 60 * 60_000 + 60_000;

describe("a deed about the money of one sale", () => {
  let app: TestApp;
  let adminUser: TestUser;

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());

  const admin = () => app.as(adminUser);
  const pay = () => runAlone(app.deps.directPool, "payOut", () => payOut(app.deps));
  const passWeek = async () => {
    await app.moveClock(week);
    await control(app.url, "clock", { advanceMs: week });
  };
  let sale: TestSale;
  const refunds = () => `/api/admin/refunds/${sale.orderNumber}`;
  const request = () => `/api/orders/${sale.orderNumber}/refund-request`;
  const approval = { decision: "approve", reason: "확인" };
  const denial = { decision: "deny", reason: "확인" };
  const keyed = async () => {
    const { rows } = await app.deps.pool.query<{ id: string; key: string }>(
      `select s.id, o.toss_payment_key as key from orders o join settlements s on s.order_id = o.id
       where o.order_number = $1`,
      [sale.orderNumber],
    );
    if (!rows[0]) throw new Error("not sold");
    return rows[0];
  };
  const settle = async (status: "held" | "pending") =>
    (await admin()).put(`/api/admin/settlements/${(await keyed()).id}`, { status, reason: "확인" });
  const askOpened = async () => {
    await openLink(sale);
    await askBack(sale);
  };
  const isPaidOut = async () => {
    await passWeek();
    await expect
      .poll(async () => {
        await pay();
        return (await saleState(app, sale))?.settlement;
      })
      .toBe("completed");
  };
  /** Everything about the other sales that an act on one could change. */
  const others = async () => {
    const { rows } = await app.deps.pool.query<object>(
      `select o.order_number, o.status, o.part_cancelled, o.provider_round, s.status as settlement, s.held_reason,
              s.manual_hold, s.clawback_amount, s.judged_cancel, s.judged_hold, r.status as room, c.purchases_count,
              (select count(*) from deliveries d where d.order_id = o.id) as deliveries,
              (select coalesce(json_agg(f), '[]') from refunds f where f.order_id = o.id) as refunds,
              (select coalesce(json_agg(b order by b.amount), '[]') from clawbacks b where b.order_id = o.id) as clawbacks,
              (select coalesce(sum(e.debit), 0) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
               where t.order_id = o.id) as booked,
              (select count(*) from standin_toss.charge_log l where l.order_id = o.order_number) as charges
       from orders o left join settlements s on s.order_id = o.id left join chat_rooms r on r.order_id = o.id
       join contents c on c.id = o.content_id where o.order_number <> $1 order by o.order_number`,
      [sale.orderNumber],
    );
    return rows;
  };

  beforeEach(async () => {
    const seller = await createSeller(app.deps);
    const buyer = await createUser(app.deps);
    // The seller's other sale, the buyer's other purchase, and one whose request waits as well.
    await makeSale(app, { seller });
    await makeSale(app, { buyer });
    sale = await makeSale(app, { seller, buyer });
    const waiting = await makeSale(app, { seller });
    await openLink(waiting);
    await askBack(waiting);
  });

  const isOver = { room: "inactive", purchases: 0, refunds: 1 };
  const isOn = { status: "paid", room: "active", purchases: 1 };
  it.each<[string, () => Promise<unknown>, () => Promise<unknown>, object]>([
    [
      "asking for the money of what was not opened",
      () => Promise.resolve(),
      () => askBack(sale),
      { ...isOver, status: "refunded", settlement: "cancelled", deliveries: 0 },
    ],
    [
      "asking for the money of what was opened",
      () => openLink(sale),
      () => askBack(sale),
      { ...isOn, status: "refund_requested", settlement: "held", refunds: 1, deliveries: 1 },
    ],
    [
      "taking a request back",
      askOpened,
      () => sale.client.delete(request()),
      { ...isOn, settlement: "pending", refunds: 0 },
    ],
    [
      "approving",
      askOpened,
      async () => (await admin()).put(refunds(), approval),
      { ...isOver, status: "refunded", settlement: "cancelled" },
    ],
    [
      "denying",
      askOpened,
      async () => (await admin()).put(refunds(), denial),
      { ...isOn, settlement: "pending", refunds: 1 },
    ],
    [
      "an administrator's refund after the payout",
      isPaidOut,
      async () => (await admin()).post(refunds(), { reason: "저작권 침해" }),
      { ...isOver, status: "refunded", settlement: "completed" },
    ],
    [
      "a cancel at the provider",
      () => Promise.resolve(),
      async () => cancelAtProvider(app, (await keyed()).key),
      { ...isOver, status: "refunded", settlement: "cancelled" },
    ],
    [
      "a cancel of a part at the provider",
      () => Promise.resolve(),
      async () => cancelAtProvider(app, (await keyed()).key, 3_000),
      { ...isOn, settlement: "held", refunds: 0 },
    ],
    ["holding by hand", () => Promise.resolve(), () => settle("held"), { ...isOn, settlement: "held" }],
    [
      "letting go by hand",
      () => settle("held"),
      () => settle("pending"),
      { ...isOn, settlement: "pending", held_reason: null },
    ],
  ])("%s leaves every other as it was", async (_, prepare, act, end) => {
    await prepare();
    const before = await others();
    expect(before.length).toBeGreaterThanOrEqual(3);
    await act();
    await expect.poll(() => saleState(app, sale)).toMatchObject(end);
    expect(await others()).toEqual(before);
    expect(await brokenInvariants(app.deps.pool)).toEqual([]);
  });

  it("of a late refund takes from the seller's next payout what they owe, and from nobody else's", async () => {
    await isPaidOut();
    await (await admin()).post(refunds(), { reason: "저작권 침해" });
    await expect.poll(() => saleState(app, sale)).toMatchObject({ status: "refunded" });
    const next = await makeSale(app, { seller: sale.seller, price: 20_000 });
    const beside = await makeSale(app, { price: 20_000 });
    await passWeek();
    const withheld = async ({ orderNumber }: TestSale) =>
      (
        await app.deps.pool.query<{ status: string; won: number }>(
          `select s.status, s.clawback_amount as won from settlements s join orders o on o.id = s.order_id
           where o.order_number = $1`,
          [orderNumber],
        )
      ).rows[0];
    await expect
      .poll(async () => {
        await pay();
        return [await withheld(next), await withheld(beside)];
      })
      .toEqual([
        { status: "completed", won: 9_500 },
        { status: "completed", won: 0 },
      ]);
    expect(await brokenInvariants(app.deps.pool)).toEqual([]);
  });
});
