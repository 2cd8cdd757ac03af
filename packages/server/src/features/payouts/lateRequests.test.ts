import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { failingPayouts } from "../../../testing/providerSide.ts";
import { makeSale, saleState, type TestSale } from "../../../testing/refunds.ts";
import { payOut } from "./payOut.ts";

const minute = 60_000;
const hour = 60 * minute;
const week = 7 * 24 * hour + minute;

describe("a request for a payout that reaches the provider late", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let seller: TestUser;
  let sale: TestSale;
  /** Of the same seller, and due later. */
  let other: TestSale;

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    seller = await createSeller(app.deps);
    sale = await makeSale(app, { seller });
    other = await makeSale(app, { seller });
    await app.deps.pool.query(
      `update settlements s set payable_at = s.payable_at + interval '600 days' from orders o
       where o.id = s.order_id and o.order_number = $1`,
      [other.orderNumber],
    );
    await app.moveClock(week);
  });

  const rounds = async (count = 2) => {
    for (let at = 0; at < count; at += 1) await payOut(app.deps);
  };
  const holdSeller = (isHeld: boolean) =>
    app.deps.pool.query(`update users set bank_changed_at = ${isHeld ? "app_now()" : "null"} where id = $1`, [
      seller.id,
    ]);
  const settlementOf = async ({ orderNumber }: TestSale): Promise<string> => {
    const { rows } = await app.deps.pool.query<{ id: string }>(
      "select s.id from settlements s join orders o on o.id = s.order_id where o.order_number = $1",
      [orderNumber],
    );
    if (!rows[0]) throw new Error("no such settlement");
    return rows[0].id;
  };
  /** The first request is on its way for so long that nobody waits for it any more; gives what delivers it. */
  const delayRequest = async (): Promise<() => Promise<unknown>> => {
    const settlementId = await settlementOf(sale);
    const { payouts } = app.deps.toss;
    const { request } = payouts;
    const delayed: (() => Promise<unknown>)[] = [];
    payouts.request = (...call) => {
      if (!call[0].refPayoutId.startsWith(settlementId)) return request(...call);
      delayed.push(() => request(...call));
      return Promise.resolve({ kind: "unknown", reason: "lost" });
    };
    await payOut(app.deps);
    payouts.request = request;
    expect(delayed).toHaveLength(1);
    return () => Promise.all(delayed.map((deliver) => deliver()));
  };
  /** Bars the seller from payouts, so that the settlement waits again. */
  const putBack = async () => {
    await holdSeller(true);
    await app.moveClock(3 * minute);
    await rounds();
    expect(await saleState(app, sale)).toMatchObject({ settlement: "held" });
  };
  const refund = async () => {
    const admin = await app.as(adminUser);
    expect((await admin.post(`/api/admin/refunds/${sale.orderNumber}`, { reason: "저작권" })).status).toBe(
      201,
    );
    await expect.poll(() => saleState(app, sale)).toMatchObject({ status: "refunded" });
  };
  const sent = async (): Promise<number> =>
    (
      await app.deps.pool.query(
        `select from standin_toss.charge_log l join settlements s on left(l.order_id, 36) = s.id::text
         where l.event = 'PAYOUT' and s.seller_id = $1`,
        [seller.id],
      )
    ).rowCount ?? 0;
  const owed = async (): Promise<number> =>
    (
      await app.deps.pool.query<{ won: number }>(
        "select coalesce(sum(amount), 0)::int as won from clawbacks where seller_id = $1 and voided_at is null",
        [seller.id],
      )
    ).rows[0]?.won ?? 0;
  const otherWaits = async () =>
    expect(await saleState(app, other)).toMatchObject({ status: "paid", settlement: "pending" });

  it("is found within the hour while its settlement is held, and paid once", async () => {
    const deliver = await delayRequest();
    await putBack();
    await deliver();
    await rounds();
    expect(await saleState(app, sale)).toMatchObject({ settlement: "held" });
    await app.moveClock(hour);
    await rounds();
    expect(await saleState(app, sale)).toMatchObject({ settlement: "completed", held_reason: null });
    await otherWaits();
    await holdSeller(false);
    await rounds();
    expect(await sent()).toBe(1);
    await otherWaits();
  });

  it("is asked about before anything is decided once the hold is over, though another begins", async () => {
    const deliver = await delayRequest();
    await putBack();
    await deliver();
    await holdSeller(false);
    const { payouts } = app.deps.toss;
    const { byReference } = payouts;
    payouts.byReference = async (reference) => {
      payouts.byReference = byReference;
      await holdSeller(true);
      return byReference(reference);
    };
    await payOut(app.deps);
    payouts.byReference = byReference;
    await rounds();
    expect(await saleState(app, sale)).toMatchObject({ settlement: "completed" });
    expect(await sent()).toBe(1);
    await holdSeller(false);
  });

  it("is owed back when the order was refunded before anybody knew of it", async () => {
    const deliver = await delayRequest();
    await putBack();
    await deliver();
    await refund();
    await rounds();
    expect(await saleState(app, sale)).toMatchObject({ settlement: "completed" });
    expect([await sent(), await owed()]).toEqual([1, 9_500]);
    await otherWaits();
  });

  it("and never does is owed by nobody when the order was refunded", async () => {
    await delayRequest();
    await putBack();
    await refund();
    await rounds();
    expect(await saleState(app, sale)).toMatchObject({ settlement: "cancelled" });
    expect([await sent(), await owed()]).toEqual([0, 0]);
    await otherWaits();
  });

  const calls = async () =>
    (
      await app.deps.pool.query<{ won: string; open: boolean }>(
        `select a.detail->>'won' as won, a.resolved_at is null as open
         from alerts a join settlements s on s.id::text = a.subject
         where a.kind = 'PAYOUT_DIFFERS' and s.seller_id = $1 order by a.id`,
        [seller.id],
      )
    ).rows;

  it.each(["FAILED", "CANCELED", "REJECTED"])(
    "calls nobody when its settlement was cancelled meanwhile and the payout ended as %s",
    async (status) => {
      await delayRequest();
      await putBack();
      await refund();
      await rounds();
      expect(await saleState(app, sale)).toMatchObject({ settlement: "cancelled" });
      const { payouts } = app.deps.toss;
      const { byReference } = payouts;
      const settlementId = await settlementOf(sale);
      const looked: string[] = [];
      payouts.byReference = (refPayoutId) => {
        if (refPayoutId.startsWith(settlementId)) looked.push(refPayoutId);
        return Promise.resolve({
          kind: "ok",
          value: { id: `payout-${refPayoutId}`, refPayoutId, status, value: 9_500, error: null },
        });
      };
      try {
        await app.moveClock(hour + minute);
        await rounds(1);
      } finally {
        payouts.byReference = byReference;
      }
      expect(looked).toHaveLength(1);
      expect(await calls()).toEqual([]);
      await otherWaits();
    },
  );

  it("calls a person once when its settlement was cancelled meanwhile", async () => {
    const deliver = await delayRequest();
    await putBack();
    await refund();
    await rounds();
    await deliver();
    await app.moveClock(hour + minute);
    await rounds();
    expect(await calls()).toEqual([{ won: "9500", open: true }]);
    await otherWaits();
    // Who has answered is not called again by each further look.
    await app.deps.pool.query(
      `update alerts a set resolved_at = app_now(), note = '돌려받음' from settlements s
       where s.id::text = a.subject and a.kind = 'PAYOUT_DIFFERS' and s.seller_id = $1`,
      [seller.id],
    );
    await app.moveClock(hour + minute);
    await rounds();
    expect(await calls()).toEqual([{ won: "9500", open: false }]);
    // Money that nobody can take back is against the invariants, and is what the call is about.
    await app.deps.pool.query(
      `delete from standin_toss.charge_log l using settlements s
       where left(l.order_id, 36) = s.id::text and l.event = 'PAYOUT' and s.seller_id = $1`,
      [seller.id],
    );
  });

  /** The provider refuses the seller's new account in so many rounds, a day apart. */
  const refuseSeller = async (count: number) => {
    await app.deps.pool.query("update payout_sellers set account_digest = null where user_id = $1", [
      seller.id,
    ]);
    const { payouts } = app.deps.toss;
    const { updateSeller } = payouts;
    let refusals = 0;
    payouts.updateSeller = () => {
      refusals += 1;
      return Promise.resolve({
        kind: "refused",
        status: 400,
        code: "INVALID_BANK_ACCOUNT",
        message: "계좌번호를 확인해 주세요.",
      });
    };
    for (let at = 0; at < count; at += 1) {
      if (at > 0) await app.moveClock(25 * hour);
      await payOut(app.deps);
    }
    payouts.updateSeller = updateSeller;
    expect(refusals).toBe(count);
  };

  it("is paid once though the provider refused its seller's new account meanwhile", async () => {
    const deliver = await delayRequest();
    await putBack();
    await holdSeller(false);
    await refuseSeller(1);
    await deliver();
    await app.moveClock(hour + minute);
    await rounds();
    expect(await saleState(app, sale)).toMatchObject({ settlement: "completed" });
    await app.moveClock(30 * hour);
    await rounds();
    expect(await sent()).toBe(1);
    await otherWaits();
  });

  it("is never given up, however often its seller is refused, and a person is called", async () => {
    const deliver = await delayRequest();
    await putBack();
    await holdSeller(false);
    await refuseSeller(6);
    expect(await saleState(app, sale)).toMatchObject({ settlement: "pending" });
    const alerts = async () =>
      (
        await app.deps.pool.query<{ kind: string; open: boolean }>(
          "select kind, resolved_at is null as open from alerts where subject = $1",
          [await settlementOf(sale)],
        )
      ).rows;
    expect(await alerts()).toEqual([{ kind: "PAYOUT_STUCK", open: true }]);
    await deliver();
    await app.moveClock(hour + minute);
    await rounds();
    expect(await saleState(app, sale)).toMatchObject({ settlement: "completed" });
    expect(await alerts()).toEqual([{ kind: "PAYOUT_STUCK", open: false }]);
    expect(await sent()).toBe(1);
    await otherWaits();
  });

  it("and whose seller was refused five times waits for a day on which the provider pays", async () => {
    await delayRequest();
    await putBack();
    await holdSeller(false);
    await refuseSeller(5);
    await app.moveClock(25 * hour);
    const { payouts } = app.deps.toss;
    const { request } = payouts;
    let asked = 0;
    payouts.request = () => {
      asked += 1;
      return Promise.resolve({ kind: "refused", status: 400, code: "HOLIDAY_X", message: "공휴일입니다" });
    };
    try {
      await payOut(app.deps);
    } finally {
      payouts.request = request;
    }
    expect(asked).toBe(1);
    expect(await saleState(app, sale)).toMatchObject({ settlement: "pending" });
    const { rows } = await app.deps.pool.query<{ kind: string }>(
      "select kind from alerts where subject = $1 and resolved_at is null",
      [await settlementOf(sale)],
    );
    expect(rows).toEqual([]);
  });

  it("whose answer alone was lost is found at once, whatever holds its seller by then", async () => {
    await failingPayouts(app, { drop: true }, () => payOut(app.deps));
    await holdSeller(true);
    await app.moveClock(3 * minute);
    await rounds();
    expect(await saleState(app, sale)).toMatchObject({ settlement: "completed", held_reason: null });
    expect(await sent()).toBe(1);
    await otherWaits();
  });
});
