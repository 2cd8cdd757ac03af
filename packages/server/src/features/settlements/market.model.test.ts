import { addMonths, seoulDay } from "@knowhow/shared";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAlone } from "../../database/runAlone.ts";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { brokenInvariants } from "../../../testing/invariants.ts";
import { openMarket } from "../../../testing/market.ts";
import { stepsOf } from "../../../testing/marketSteps.ts";
import { control } from "../../../testing/payments.ts";
import { awaitReachable } from "../../../testing/proxy.ts";
import { makeSale, type TestSale } from "../../../testing/refunds.ts";
import { decide } from "../../../testing/reports.ts";
import { payOut } from "../payouts/payOut.ts";
import { reconcileLedger } from "../payouts/reconcileLedger.ts";
import { readStatement } from "../seller/statement.ts";

/** Purchases after which the market comes to rest: few in the ordinary run, many in the soak. */
const purchases = Number(process.env["MARKET_PURCHASES"] ?? 10);
/** A failure names the seed; the order of concurrent acts is not repeated with it. */
const seed = Number(process.env["MARKET_SEED"] ?? randomInt(2 ** 31));
const isSoak = purchases > 100;
/** Concurrent acts. */
const atOnce = 6;
const minute = 60_000;
const day = 24 * 60 * minute;
const lookEveryMs = isSoak ? 250 : 100;

describe("a market in which people buy, sell, quarrel and are judged while servers are killed", () => {
  let app: TestApp;
  let market: Awaited<ReturnType<typeof openMarket>>;
  /** A sale of bystanders, unchanged from the first day to the last. */
  let bystander: TestSale;
  let aside: object;

  beforeAll(async () => {
    app = await startTestApp({ ADMIN_USER_IDS: "admin1,admin2" });
    bystander = await makeSale(app);
    // The bystander is not paid out during the walk, whatever time the walk takes.
    await moveAside("interval '20 years'");
    aside = await asideNow();
    market = await openMarket(app, { processes: isSoak ? Infinity : 1 });
  });
  afterAll(async () => {
    await market.closeOthers();
    await app.stop();
  });

  const number = async (sql: string): Promise<number> =>
    (await app.deps.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n ?? 0;
  const pay = () => runAlone(app.deps.directPool, "payOut", () => payOut(app.deps));
  const open = () =>
    number(`(select from orders where status in ('confirming', 'refunding')
             union all select from settlements where status = 'processing'
             union all select from provider_events where processed_at is null) t`);

  const moveAside = (by: string) =>
    app.deps.pool.query(
      `update settlements set payable_at = payable_at + ${by} where order_id = (select id from orders where order_number = $1)`,
      [bystander.orderNumber],
    );
  const asideNow = async (): Promise<object> => {
    const { rows } = await app.deps.pool.query<object>(
      `select to_jsonb(o) as "order", to_jsonb(s) as settlement, r.status as room, c.purchases_count as purchases
       from orders o join settlements s on s.order_id = o.id join chat_rooms r on r.order_id = o.id
       join contents c on c.id = o.content_id where o.order_number = $1`,
      [bystander.orderNumber],
    );
    return rows;
  };

  /** Checks the invariants repeatedly until it is told to stop. */
  const watch = () => {
    const seen = { looks: 0, broken: [] as unknown[] };
    let isOver = false;
    const look = async () => {
      while (!isOver && seen.broken.length === 0) {
        seen.broken.push(...(await brokenInvariants(app.deps.pool, { isMoving: true })));
        seen.looks += 1;
        await sleep(lookEveryMs);
      }
    };
    const looking = look();
    return {
      seen,
      stop: async () => {
        isOver = true;
        await looking;
      },
    };
  };

  const walk = async (isBroken: () => boolean) => {
    let batch: Promise<void>[] = [];
    const steps = stepsOf(seed, 40 * purchases);
    for (const step of steps) {
      if (step.does === "wait" || batch.length === atOnce) {
        await Promise.all(batch);
        batch = [];
        if ((await number("orders where paid_at is not null")) >= purchases || isBroken()) return;
      }
      if (step.does === "wait") {
        await market.happen(step);
        expect(await asideNow()).toEqual(aside);
      } else batch.push(market.happen(step));
    }
    await Promise.all(batch);
  };

  /** Makes the provider answer, kills no process, and lets work end that is under way or due by then. */
  const calmDown = async () => {
    await market.closeOthers();
    await control(app.url, "next", {});
    await awaitReachable(app);
    await market.pass(8 * day);
    await expect
      .poll(
        async () => {
          await market.pass(minute + 1_000);
          // First: a payout finds out by itself about a cancel that no notice told of.
          await pay();
          await reconcileLedger(app.deps);
          return open();
        },
        { timeout: 60_000 },
      )
      .toBe(0);
  };

  /** Settles every dispute, so that nothing but their bank stands between a seller and their money. */
  const reconcilePeople = async () => {
    const admin = await market.admin();
    const { rows: reports } = await app.deps.pool.query<{ id: string }>(
      "select id from reports where status in ('pending', 'reviewed')",
    );
    for (const { id } of reports) await decide(admin, id, { status: "dismissed" });
    const { rows: penalties } = await app.deps.pool.query<{ id: string }>(
      "select id from user_penalties where is_active = 1",
    );
    for (const { id } of penalties)
      await admin.put(`/api/admin/penalties/${id}`, { isActive: false, reason: "화해" });
    const { rows: requests } = await app.deps.pool.query<{ order_number: string }>(
      `select o.order_number from orders o join refunds f on f.order_id = o.id
       where o.status = 'refund_requested' or (o.status = 'paid' and f.refusal_code is not null)`,
    );
    for (const { order_number: number } of requests)
      await admin.put(`/api/admin/refunds/${number}`, { decision: "deny", reason: "화해" });
    const { rows: held } = await app.deps.pool.query<{ id: string }>(
      "select id from settlements where status = 'held'",
    );
    for (const scope of ["seller", "settlement"])
      for (const { id } of held)
        await admin.put(`/api/admin/settlements/${id}`, { status: "pending", scope, reason: "화해" });
  };

  /** Every seller's statements, month after month, tell what the ledger has and what arrived, to the won. */
  const expectStatements = async (context: string) => {
    const { rows: sellers } = await app.deps.pool.query<{
      id: string;
      first: Date;
      now: Date;
      booked: number;
      arrived: number;
    }>(
      `select e.seller_id as id, min(e.created_at) as first, app_now() as now, sum(e.credit - e.debit)::int as booked,
              (select coalesce(sum(s.amount - s.clawback_amount), 0)::int from settlements s
               where s.seller_id = e.seller_id and s.status = 'completed') as arrived
       from ledger_entries e where e.seller_id is not null group by e.seller_id`,
    );
    expect(sellers.length, context).toBeGreaterThan(1);
    for (const { id, first, now, booked, arrived } of sellers) {
      const told = { balance: 0, arrived: 0 };
      const last = seoulDay(now).slice(0, 7);
      for (let month = seoulDay(first).slice(0, 7); month <= last; month = addMonths(month, 1)) {
        const { openingBalance, closingBalance, totals } = await readStatement(app.deps, id, month);
        expect(openingBalance, context).toBe(told.balance);
        told.balance = closingBalance;
        told.arrived -= totals.find(({ kind }) => kind === "payout")?.amount ?? 0;
      }
      expect(told, context).toEqual({ balance: booked, arrived });
    }
  };

  it(
    "keeps every promise about money, standing and talk",
    { timeout: 60_000 + purchases * 6_000 },
    async () => {
      const { seen, stop } = watch();
      try {
        await walk(() => seen.broken.length > 0);
      } finally {
        await stop();
      }
      const { tally } = market;
      const context = `MARKET_SEED=${seed} ${JSON.stringify(tally.deeds)}`;
      expect(seen.broken, context).toEqual([]);
      expect(tally.unexpected, context).toEqual([]);
      await calmDown();
      expect(await brokenInvariants(app.deps.pool), context).toEqual([]);
      const paid = await number("orders where paid_at is not null");
      expect(paid).toBeGreaterThanOrEqual(purchases);

      expect(await asideNow(), context).toEqual(aside);
      await moveAside("interval '-20 years'");
      await reconcilePeople();
      expect(
        await number("users where warning_count > 0 or is_banned = 1 or suspended_until > app_now()"),
      ).toBe(0);
      for (let round = 0; round < 8; round += 1) {
        await market.pass(4 * day);
        await pay();
        await pay();
      }
      expect(
        await number("settlements where status not in ('completed', 'failed', 'cancelled')"),
        context,
      ).toBe(0);
      expect(await number("settlements where status = 'failed' and attempts < 5")).toBe(0);
      expect(await number("standin_toss.charge_log where event = 'PAYOUT'")).toBe(
        await number("settlements where status = 'completed' and amount > clawback_amount"),
      );
      await expectStatements(context);
      if (!isSoak) return;
      const results = {
        paid,
        free: await number("orders where paid_at is not null and amount = 0"),
        "paid out": await number("settlements where status = 'completed'"),
        refunded: await number("orders where status = 'refunded' and paid_at is not null"),
        "clawed back": await number("clawbacks where voided_at is null"),
        "part-cancelled": await number("orders where part_cancelled > 0"),
        "held by hand": await number("settlement_decisions where decision = 'hold'"),
        refused: await number("settlements where status = 'failed'"),
        transferred: await number("refunds where transferred_amount is not null"),
        reports: await number("reports"),
        reopened: await number("report_acts where kind = 'reopened'"),
        penalties: await number("user_penalties"),
        messages: (await number("chat_messages")) + (await number("admin_chat_messages")),
      };
      expect(Object.entries(results).filter(([, count]) => count === 0)).toEqual([]);
      process.stdout.write(`${JSON.stringify({ seed, ...tally, ...results, looks: seen.looks })}\n`);
    },
  );
});
