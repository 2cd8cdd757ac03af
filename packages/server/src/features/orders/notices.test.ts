import { randomUUID } from "node:crypto";
import fc from "fast-check";
import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../testing/app.ts";
import { createContent, createSeller, createUser, type TestUser } from "../../../testing/factories.ts";
import { brokenInvariants } from "../../../testing/invariants.ts";
import {
  authorise,
  chargeLog,
  confirm,
  control,
  createOrder,
  type CreatedOrder,
} from "../../../testing/payments.ts";
import { cancelAtProvider, muteWebhooks } from "../../../testing/providerSide.ts";
import { proxyProvider, type Proxy } from "../../../testing/proxy.ts";

/** Orders in which the notices arrive: few in the ordinary run, many in the soak. */
const runs = Number(process.env["NOTICE_RUNS"] ?? 1);
const copies = 8;
/** The time limit for answering a notice on an idle machine: checked in the soak only. */
const p99Ms = 300;

interface Case {
  order: CreatedOrder;
  paymentKey: string;
  /** The order's end and its alerts, whichever notices come, in any order. */
  end: { status: string; charges: number; alerts: string[] };
}

/** Possible notices of a payment, true or not: six, one of them of an unknown payment. */
const told = [
  { status: "DONE" },
  { status: "ABORTED" },
  { status: "EXPIRED" },
  { status: "CANCELED" },
  { status: "DONE", totalAmount: 1, forged: true },
  { status: "DONE", unknownPayment: true },
] as const;

describe("notices in any order, eight times each", () => {
  let app: TestApp;
  let proxy: Proxy;
  let seller: TestUser;
  const answeredIn: number[] = [];

  beforeAll(async () => {
    app = await startTestApp();
    proxy = await proxyProvider(app);
    seller = await createSeller(app.deps);
  });
  afterAll(async () => {
    await app.stop();
    await proxy.close();
  });

  const begin = async () => {
    const buyer = await app.as(await createUser(app.deps));
    const order = await createOrder(buyer, await createContent(app.deps, seller.id));
    return { buyer, order, payment: await authorise(app.url, order) };
  };
  const claim = (orderId: string, paymentKey: string) =>
    app.deps.pool.query(
      `update orders set status = 'confirming', toss_payment_key = $2, toss_order_id = order_number,
         claimed_at = app_now(), confirm_lease_until = app_now(), next_check_at = app_now() + interval '1 hour'
       where id = $1`,
      [orderId, paymentKey],
    );

  /** One order for each possible truth at the provider. */
  const truths = {
    authorised: async (): Promise<Case> => {
      const { order, payment } = await begin();
      return { order, paymentKey: payment.paymentKey, end: { status: "pending", charges: 0, alerts: [] } };
    },
    charged: async (): Promise<Case> => {
      const { order, payment } = await begin();
      await claim(order.id, payment.paymentKey);
      // Its own notice would be looked into while another case tells the provider's next call how to end.
      await muteWebhooks(app, async () => {
        await app.deps.toss.confirm(payment, `confirm:${order.orderNumber}:1`);
      });
      return { order, paymentKey: payment.paymentKey, end: { status: "paid", charges: 1, alerts: [] } };
    },
    paid: async (): Promise<Case> => {
      const { buyer, order, payment } = await begin();
      expect((await confirm(buyer, payment)).status).toBe(200);
      return { order, paymentKey: payment.paymentKey, end: { status: "paid", charges: 1, alerts: [] } };
    },
    declined: async (): Promise<Case> => {
      const { buyer, order, payment } = await begin();
      await control(app.url, "next", { code: "REJECT_CARD_PAYMENT" });
      expect((await confirm(buyer, payment)).status).toBe(402);
      return { order, paymentKey: payment.paymentKey, end: { status: "failed", charges: 0, alerts: [] } };
    },
    "cancelled there": async (): Promise<Case> => {
      const { order, paymentKey } = await truths.paid();
      await app.deps.toss.cancel(paymentKey, "상점 관리자", `elsewhere:${order.orderNumber}`);
      return { order, paymentKey, end: { status: "refunded", charges: 1, alerts: [] } };
    },
  };

  const deliver = async (body: unknown, id: string): Promise<void> => {
    const begun = performance.now();
    const { status } = await app.visitor().post("/api/payments/webhook", body, {
      headers: id === "" ? {} : { "tosspayments-webhook-transmission-id": id },
    });
    answeredIn.push(performance.now() - begun);
    expect(status).toBe(200);
  };
  const settled = () =>
    expect
      .poll(
        async () => {
          // Notices that found their order leased are processed again, as in the next round.
          await app.moveClock(61_000);
          await app.reconcile();
          return (await app.deps.pool.query("select from provider_events where processed_at is null"))
            .rowCount;
        },
        { interval: 200 },
      )
      .toBe(0);
  const endOf = async ({ order }: Case): Promise<Case["end"]> => {
    const { rows } = await app.deps.pool.query<{ status: string; alerts: string[] }>(
      `select status, array(select kind from alerts where subject = o.order_number order by kind) as alerts
       from orders o where id = $1`,
      [order.id],
    );
    const events = await chargeLog(app.url, order.orderNumber);
    const { status = "", alerts = [] } = rows[0] ?? {};
    return { status, alerts, charges: events.filter((event) => event === "DONE").length };
  };

  it("come to the same end", { timeout: 60_000 + runs * 20_000 }, async () => {
    const names = Object.keys(truths) as (keyof typeof truths)[]; // The object's own keys.
    const all = names.flatMap((name) =>
      told.flatMap((_, event) => Array.from({ length: copies }, () => ({ name, event }))),
    );
    const turn = pLimit(6);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(all, { minLength: all.length }), async (order) => {
        const cases = new Map<string, Case>();
        for (const name of names) cases.set(name, await truths[name]());
        const run = randomUUID();
        await turn.map(order, async ({ name, event }) => {
          const notice = told[event];
          const found = cases.get(name);
          if (!notice || !found) throw new Error("every case was made");
          const { paymentKey } = found;
          const data = {
            paymentKey: "unknownPayment" in notice ? "standin_of_nobody" : paymentKey,
            orderId: found.order.orderNumber,
            status: notice.status,
            totalAmount: "totalAmount" in notice ? notice.totalAmount : found.order.amount,
          };
          const id = "forged" in notice ? "" : `${run}-${name}-${event}`;
          await deliver({ eventType: "PAYMENT_STATUS_CHANGED", createdAt: run, data }, id);
        });
        await settled();
        for (const [name, found] of cases) expect([name, await endOf(found)]).toEqual([name, found.end]);
        expect(await brokenInvariants(app.deps.pool)).toEqual([]);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    const ordered = answeredIn.toSorted((a, b) => a - b);
    const p99 = ordered[Math.floor(ordered.length * 0.99)] ?? 0;
    if (runs > 1) {
      process.stdout.write(`${ordered.length} notices, p99 ${p99.toFixed(0)} ms\n`);
      expect(p99).toBeLessThanOrEqual(p99Ms);
    }
  });

  it("are answered before the provider is", async () => {
    const { order, paymentKey } = await truths.paid();
    const id = randomUUID();
    proxy.turn("hanging");
    try {
      await deliver({ data: { paymentKey, orderId: order.orderNumber, status: "CANCELED" } }, id);
      const { rows } = await app.deps.pool.query(
        "select processed_at from provider_events where dedupe_key = $1",
        [id],
      );
      expect(rows).toEqual([{ processed_at: null }]);
    } finally {
      proxy.turn("fine");
    }
    await settled();
  });

  it("that come while their order is held wait as one job, however many they are, and no other's do", async () => {
    const [held, bystander] = [await begin(), await truths.paid()];
    await claim(held.order.id, held.payment.paymentKey);
    await app.deps.pool.query("update orders set confirm_lease_until = 'infinity' where id = $1", [
      held.order.id,
    ]);
    const jobs = async (due: string) => {
      const { rows } = await app.deps.pool.query<{ key: string | null }>(
        `select key from graphile_worker.jobs where task_identifier = 'providerEvent' and run_at ${due} now()`,
      );
      return rows.map(({ key }) => key);
    };
    for (const [orderId, id] of [
      [held.order.orderNumber, "held"],
      [bystander.order.orderNumber, "free"],
    ])
      for (const status of ["DONE", "CANCELED", "ABORTED", "EXPIRED", "PARTIAL_CANCELED"])
        await deliver({ eventType: "X", data: { orderId, status } }, `${id}-${status}`);
    await expect.poll(() => jobs("<=")).toEqual([]);
    await expect.poll(() => jobs(">")).toEqual([`notices:${held.order.id}`]);
    await app.deps.pool.query("update orders set confirm_lease_until = app_now() where id = $1", [
      held.order.id,
    ]);
    await settled();
    expect(await endOf(bystander)).toEqual(bystander.end);
  });

  it("that stay unanswered are one question in a round, ever more rarely, and hold up no other's", async () => {
    const [refused, bystander] = [await truths.paid(), await truths.paid()];
    await settled();
    const leave = ({ order }: Case, count: number, { age, attempts }: { age: string; attempts: number }) =>
      app.deps.pool.query(
        `insert into provider_events (dedupe_key, event_type, order_id, body, received_at, attempts)
         select gen_random_uuid(), 'X', $1, '{"status": "CANCELED"}', app_now() - $3::interval, $4
         from generate_series(1, $2)`,
        [order.id, count, age, attempts],
      );
    await leave(refused, 100, { age: "3 days", attempts: 12 });
    await leave(bystander, 1, { age: "5 minutes", attempts: 0 });
    await muteWebhooks(app, () => cancelAtProvider(app, bystander.paymentKey));
    const { toss } = app.deps;
    let readings = 0;
    app.deps.toss = {
      ...toss,
      paymentByKey: (key) => {
        if (key !== refused.paymentKey) return toss.paymentByKey(key);
        readings += 1;
        return Promise.resolve({ kind: "refused", code: "FORBIDDEN_REQUEST", message: "", status: 403 });
      },
    };
    try {
      await app.reconcile();
      expect(readings).toBe(1);
      expect(await endOf(bystander)).toMatchObject({ status: "refunded" });
      for (let round = 0; round < 3; round += 1) await app.reconcile();
      expect(readings).toBe(1);
      await app.moveClock(3 * 86_400_000);
      for (let round = 0; round < 3; round += 1) await app.reconcile();
      expect(readings).toBe(2);
    } finally {
      app.deps.toss = toss;
    }
    await app.moveClock(6 * 86_400_000);
    await settled();
    expect(await endOf(refused)).toMatchObject({ status: "paid", alerts: [] });
  });
});
