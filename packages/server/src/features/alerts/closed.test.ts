import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { authorise, createOrder } from "../../../testing/payments.ts";
import { makeSale, type TestSale } from "../../../testing/refunds.ts";
import type { TossPayment } from "../../gateways/toss.ts";
import { reconcileOrder } from "../orders/reconcileOrder.ts";
import { compareDay } from "../payouts/compareDay.ts";
import { payOut } from "../payouts/payOut.ts";
import { reconcileLedger } from "../payouts/reconcileLedger.ts";

const minute = 60_000;
const hour = 60 * minute;
const week = 7 * 24 * hour + minute;
const silent = { kind: "unknown", reason: "시험" } as const;

describe("an alert that an administrator closed", () => {
  let app: TestApp;
  let adminUser: TestUser;
  let toss: TestApp["deps"]["toss"];

  beforeAll(async () => {
    app = await startTestApp();
    adminUser = await createUser(app.deps, { userId: "admin1" });
  });
  beforeEach(() => {
    ({ toss } = app.deps);
  });
  afterEach(async () => {
    app.deps.toss = toss;
    await app.deps.pool.query("update alerts set resolved_at = app_now() where resolved_at is null");
  });
  afterAll(() => app.stop());

  /** The alerts of a kind about these subjects, oldest first: whether each is open. */
  const alertsOf = async (kind: string, ...subjects: string[]) => {
    const { rows } = await app.deps.pool.query<{ id: string; subject: string; open: boolean }>(
      `select id, subject, resolved_at is null as open from alerts where kind = $1 and subject = any($2)
       order by created_at, id`,
      [kind, subjects],
    );
    return rows;
  };
  const openOf = async (kind: string, subject: string) =>
    (await alertsOf(kind, subject)).map(({ open }) => open);
  const close = async (kind: string, ...subjects: string[]) => {
    const admin = await app.as(adminUser);
    for (const { id, open } of await alertsOf(kind, ...subjects))
      if (open)
        expect((await admin.put(`/api/admin/alerts/${id}`, { resolved: true, note: "확인" })).status).toBe(
          200,
        );
  };
  const settlementOf = async ({ orderNumber }: TestSale): Promise<string> => {
    const { rows } = await app.deps.pool.query<{ id: string }>(
      "select s.id from settlements s join orders o on o.id = s.order_id where o.order_number = $1",
      [orderNumber],
    );
    return rows[0]?.id ?? "";
  };
  /** Nothing that the product asks about payouts is answered. */
  const silencePayouts = () => {
    const { payouts } = toss;
    app.deps.toss = {
      ...toss,
      payouts: {
        ...payouts,
        request: () => Promise.resolve(silent),
        byReference: () => Promise.resolve(silent),
      },
    };
  };

  it("about a payout that is stuck stays closed; a later try of it calls anew, and another's at once", async () => {
    const [sale, other] = [await makeSale(app), await makeSale(app)];
    const [id, otherId] = [await settlementOf(sale), await settlementOf(other)];
    await app.deps.pool.query(
      "update settlements set payable_at = payable_at + interval '1 day' where id = $1",
      [otherId],
    );
    silencePayouts();
    await app.moveClock(week);
    await payOut(app.deps);
    await app.moveClock(16 * minute);
    await payOut(app.deps);
    expect(await openOf("PAYOUT_STUCK", id)).toEqual([true]);
    await close("PAYOUT_STUCK", id);
    await app.moveClock(24 * hour);
    for (let round = 0; round < 2; round += 1) await payOut(app.deps);
    expect(await openOf("PAYOUT_STUCK", id)).toEqual([false]);
    await app.moveClock(16 * minute);
    await payOut(app.deps);
    expect(await openOf("PAYOUT_STUCK", id)).toEqual([false]);
    expect(await openOf("PAYOUT_STUCK", otherId)).toEqual([true]);
    // A further claim is a new fact.
    await app.deps.pool.query("update settlements set claimed_at = app_now() where id = $1", [id]);
    await app.moveClock(16 * minute);
    await payOut(app.deps);
    expect(await openOf("PAYOUT_STUCK", id)).toEqual([false, true]);
    app.deps.toss = toss;
    for (let round = 0; round < 3; round += 1) await payOut(app.deps);
    expect(await openOf("PAYOUT_STUCK", id)).toEqual([false, false]);
  });

  it("about another sum than was asked for stays closed; yet another sum calls anew, and another's at once", async () => {
    const [sale, other] = [await makeSale(app), await makeSale(app)];
    const ids = [await settlementOf(sale), await settlementOf(other)];
    const [id = "", otherId = ""] = ids;
    const sums = new Map([[id, 1]]);
    silencePayouts();
    await app.moveClock(week);
    await payOut(app.deps);
    const { payouts } = app.deps.toss;
    payouts.byReference = (refPayoutId) => {
      const value = sums.get(refPayoutId.slice(0, 36));
      if (value === undefined) return Promise.resolve(silent);
      const payout = { id: `payout-${refPayoutId}`, refPayoutId, status: "COMPLETED", value, error: null };
      return Promise.resolve({ kind: "ok", value: payout });
    };
    const look = async () => {
      for (let round = 0; round < 2; round += 1) await payOut(app.deps);
      return [await openOf("PAYOUT_DIFFERS", id), await openOf("PAYOUT_DIFFERS", otherId)];
    };
    expect(await look()).toEqual([[true], []]);
    await close("PAYOUT_DIFFERS", id);
    expect(await look()).toEqual([[false], []]);
    sums.set(otherId, 1);
    expect(await look()).toEqual([[false], [true]]);
    sums.set(id, 2);
    expect(await look()).toEqual([[false, true], [true]]);
    app.deps.toss = toss;
    for (let round = 0; round < 2; round += 1) await payOut(app.deps);
  });

  /** Leaves an authorised order in confirming. */
  const leaveConfirming = async () => {
    const buyer = await app.as(await createUser(app.deps));
    const seller = await createSeller(app.deps);
    const order = await createOrder(buyer, await createContent(app.deps, seller.id));
    const { paymentKey } = await authorise(app.url, order);
    await app.deps.pool.query(
      `update orders set status = 'confirming', toss_payment_key = $2, toss_order_id = order_number,
         claimed_at = app_now(), next_check_at = app_now() + interval '13 days' where id = $1`,
      [order.id, paymentKey],
    );
    return { ...order, paymentKey };
  };
  const end = (...orders: { id: string }[]) =>
    app.deps.pool.query("update orders set status = 'failed', next_check_at = null where id = any($1)", [
      orders.map(({ id }) => id),
    ]);

  it("about an order that is stuck stays closed; a later claim of it calls anew, and another's at once", async () => {
    const order = await leaveConfirming();
    await app.moveClock(16 * minute);
    await app.reconcile();
    expect(await openOf("ORDER_STUCK", order.orderNumber)).toEqual([true]);
    await close("ORDER_STUCK", order.orderNumber);
    const other = await leaveConfirming();
    await app.moveClock(16 * minute);
    await app.reconcile();
    await app.reconcile();
    expect(await openOf("ORDER_STUCK", order.orderNumber)).toEqual([false]);
    expect(await openOf("ORDER_STUCK", other.orderNumber)).toEqual([true]);
    await app.deps.pool.query("update orders set claimed_at = app_now() where id = $1", [order.id]);
    await app.moveClock(16 * minute);
    await app.reconcile();
    expect(await openOf("ORDER_STUCK", order.orderNumber)).toEqual([false, true]);
    await end(order, other);
    await app.reconcile();
    expect(await openOf("ORDER_STUCK", other.orderNumber)).toEqual([false]);
  });

  it("about an order that is stuck calls once more when it is no longer asked about, and another's not yet", async () => {
    const order = await leaveConfirming();
    await app.moveClock(16 * minute);
    await app.reconcile();
    const other = await leaveConfirming();
    await app.moveClock(16 * minute);
    await app.reconcile();
    await close("ORDER_STUCK", order.orderNumber, other.orderNumber);
    // Both were claimed 16 minutes apart.
    await app.moveClock(14 * 24 * hour - 17 * minute);
    const look = async () => {
      for (let round = 0; round < 2; round += 1) await app.reconcile();
      return [await openOf("ORDER_STUCK", order.orderNumber), await openOf("ORDER_STUCK", other.orderNumber)];
    };
    app.deps.toss = {
      ...toss,
      paymentByKey: () => Promise.resolve(silent),
      confirm: () => Promise.resolve(silent),
    };
    expect(await look()).toEqual([[false, true], [false]]);
    await close("ORDER_STUCK", order.orderNumber);
    await app.moveClock(24 * hour);
    expect(await look()).toEqual([
      [false, false],
      [false, true],
    ]);
    await end(order, other);
  });

  it.each(["confirming", "pending"])(
    "about a payment of another amount than its order, %s, stays closed; yet another calls anew, and another's at once",
    async (status) => {
      const [order, other] = [await leaveConfirming(), await leaveConfirming()];
      if (status === "pending") {
        await app.deps.pool.query("alter table orders disable trigger user");
        await app.deps.pool.query(
          `update orders set status = 'pending', created_at = created_at - interval '1 hour', toss_payment_key = null,
             toss_order_id = null, claimed_at = null where id = any($1)`,
          [[order.id, other.id]],
        );
        await app.deps.pool.query("alter table orders enable trigger user");
      }
      const charged = new Map([[order.orderNumber, 700]]);
      const payment = ({ orderNumber, paymentKey }: typeof order): TossPayment => ({
        paymentKey,
        orderId: orderNumber,
        status: "DONE",
        totalAmount: charged.get(orderNumber) ?? 0,
        balanceAmount: charged.get(orderNumber) ?? 0,
        currency: "KRW",
        method: "카드",
        card: null,
        receipt: null,
        cancels: null,
      });
      const answer = (key: string) => {
        const found = [order, other].find(
          ({ orderNumber, paymentKey }) =>
            [orderNumber, paymentKey].includes(key) && charged.has(orderNumber),
        );
        return Promise.resolve(found ? ({ kind: "ok", value: payment(found) } as const) : silent);
      };
      app.deps.toss = {
        ...toss,
        paymentByKey: answer,
        paymentByOrder: answer,
        confirm: () => Promise.resolve(silent),
      };
      const look = async () => {
        for (let round = 0; round < 2; round += 1) {
          await app.deps.pool.query(
            "update orders set next_check_at = null, confirm_lease_until = null where id = any($1)",
            [[order.id, other.id]],
          );
          for (const { id } of [order, other]) await reconcileOrder(app.deps, id);
        }
        const kind = "PAYMENT_DIFFERS";
        return [await openOf(kind, order.orderNumber), await openOf(kind, other.orderNumber)];
      };
      expect(await look()).toEqual([[true], []]);
      await close("PAYMENT_DIFFERS", order.orderNumber);
      expect(await look()).toEqual([[false], []]);
      charged.set(other.orderNumber, 700);
      expect(await look()).toEqual([[false], [true]]);
      charged.set(order.orderNumber, 800);
      expect(await look()).toEqual([[false, true], [true]]);
      if (status === "confirming") await end(order, other);
    },
  );

  it("about a day that could not be compared stays closed; the next day calls anew", async () => {
    // At noon every day before today may be compared, and of two that were not, the second is not late yet.
    await app.deps.pool.query(
      `update app_clock set shift = shift + (
         ((app_now() at time zone 'Asia/Seoul')::date + interval '36 hours') at time zone 'Asia/Seoul' - app_now())`,
    );
    await makeSale(app);
    await reconcileLedger(app.deps);
    app.deps.toss = { ...toss, transactions: () => Promise.resolve(silent) };
    const look = async () => {
      for (let round = 0; round < 2; round += 1) await reconcileLedger(app.deps);
      const { rows } = await app.deps.pool.query<{ open: boolean }>(
        "select resolved_at is null as open from alerts where kind = 'BOOKS_UNCHECKED' order by subject",
      );
      return rows.map(({ open }) => open);
    };
    await app.moveClock(48 * hour);
    expect(await look()).toEqual([true]);
    await app.deps.pool.query(
      "update alerts set resolved_at = app_now(), resolved_by = $1, note = '확인' where kind = 'BOOKS_UNCHECKED'",
      [adminUser.id],
    );
    expect(await look()).toEqual([false]);
    await app.moveClock(24 * hour);
    expect(await look()).toEqual([false, true]);
  });

  it("about a difference of the books stays closed when its day is compared again; another sum calls anew", async () => {
    let amount = 300;
    const listed = () => [
      { transactionKey: "tx-1", paymentKey: "key-1", orderId: "stranger-1", status: "DONE", amount },
    ];
    app.deps.toss = { ...toss, transactions: () => Promise.resolve({ kind: "ok", value: listed() }) };
    const look = async () => {
      for (let round = 0; round < 2; round += 1) await compareDay(app.deps, "2020-01-01");
      return openOf("BOOKS_DIFFER", "tx-1");
    };
    expect(await look()).toEqual([true]);
    await close("BOOKS_DIFFER", "tx-1");
    expect(await look()).toEqual([false]);
    amount = 400;
    expect(await look()).toEqual([false, true]);
  });
});
