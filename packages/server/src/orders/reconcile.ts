import { orderMinutes } from "@knowhow/shared";
import pLimit from "p-limit";
import { raiseAlert } from "../alerts/alerts.ts";
import { appTime } from "../database/clock.ts";
import type { Deps } from "../deps.ts";
import { isYoungSql, nextCheck } from "./backoff.ts";
import { reclaim } from "./claim.ts";
import { lockOrder } from "./complete.ts";
import { checkEnded, watchEnded } from "./late.ts";
import { Order } from "./Order.ts";
import { captureOrder, settleCharge } from "./outcome.ts";
import { finishRefund } from "./refund.ts";
import { verdictOf } from "./verdict.ts";

/**
 * How many orders one round takes at most, how many it is at at once, so that one slow answer does not hold up the rest,
 * and for how long it takes new ones: what is left comes in the next.
 */
const batch = 100;
const atOnce = 4;
const defaultRoundMs = 25_000;

const isDueSql = "coalesce(next_check_at, '-infinity') <= app_now()";
const isOverdueSql = `status = 'pending' and created_at <= app_now() - ${orderMinutes} * interval '1 minute' and ${isDueSql}`;

/** Takes an overdue pending order for one question to the provider: nobody else asks in the meantime. */
const takeOverdue = (deps: Deps, orderId: string): Promise<Order | undefined> =>
  Order.transaction(deps.knex, async (trx) => {
    await lockOrder(trx, orderId);
    return Order.query(trx)
      .findById(orderId)
      .whereRaw(isOverdueSql)
      .patch({ nextCheckAt: appTime("app_now() + interval '1 minute'") })
      .returning("*")
      .first();
  });

/** What the provider says about an order that nobody claimed; `unheard` when it does not say anything. */
const readPending = async (deps: Deps, order: Order): Promise<"over" | "open" | "settled" | "unheard"> => {
  if (order.amount === 0) return "over";
  const read = await deps.toss.paymentByOrder(order.orderNumber);
  if (read.kind === "unknown") return "unheard";
  if (read.kind === "refused") return read.status === 404 ? "over" : "open";
  switch (verdictOf(order, read.value)) {
    case "charged":
      await settleCharge(deps, order.id, read.value);
      return "settled";
    case "differs":
      await raiseAlert(deps, "PAYMENT_DIFFERS", order.orderNumber, {
        status: read.value.status,
        expected: order.amount,
        charged: read.value.totalAmount,
      });
      return "open";
    case "open":
      // Its window was opened and left: no charge comes of that.
      return read.value.status === "READY" ? "over" : "open";
    default:
      return "over";
  }
};

/** A pending order whose time is over: expired, unless the provider says that it was charged after all. */
const closePending = async (deps: Deps, orderId: string): Promise<void> => {
  const order = await takeOverdue(deps, orderId);
  if (!order) return;
  const state = await readPending(deps, order);
  if (state === "settled") return;
  const next = {
    unheard: { nextCheckAt: nextCheck() },
    open: { nextCheckAt: appTime("app_now() + interval '5 minutes'") },
    over: { status: "expired", nextCheckAt: null },
  } as const;
  await Order.query().findById(orderId).where("status", "pending").patch(next[state]);
};

/** Brings one order forward, if nobody else is at it: the same moves as the buyer's own call, with the same keys. */
const reconcileOrder = async (deps: Deps, orderId: string): Promise<void> => {
  const order = await Order.query().findById(orderId);
  switch (order?.status) {
    case "pending":
      return closePending(deps, orderId);
    case "confirming": {
      const claim = await Order.transaction(deps.knex, async (trx) =>
        reclaim(trx, await lockOrder(trx, orderId)),
      );
      // What the buyer authorised is carried out; the idempotency key makes a second charge impossible.
      if (claim) await captureOrder(deps, claim, "reconciler");
      return;
    }
    case "refunding":
      return finishRefund(deps, orderId);
    case "failed":
    case "expired":
      return watchEnded(deps, orderId);
    default:
  }
};

/** Notices that say what an order in this state already knows: not worth a question to the provider. */
const noNews: Partial<Record<Order["status"], readonly string[]>> = {
  pending: ["ABORTED", "EXPIRED"],
  paid: ["DONE"],
  failed: ["ABORTED", "EXPIRED"],
  expired: ["ABORTED", "EXPIRED"],
};

/** Acts on what a notice may have meant for its order. */
const followNotice = async (deps: Deps, order: Order, told: string | null): Promise<void> => {
  if (noNews[order.status]?.includes(told ?? "")) return;
  switch (order.status) {
    case "paid": {
      if (order.tossPaymentKey === null) return;
      const read = await deps.toss.paymentByKey(order.tossPaymentKey);
      if (read.kind === "unknown") throw new Error("the provider did not answer");
      if (read.kind === "ok" && read.value.status !== "DONE") {
        await raiseAlert(deps, "PAID_ORDER_PART_CANCELLED", order.orderNumber, { status: read.value.status });
      }
      return;
    }
    case "failed":
    case "expired":
      await checkEnded(deps, order.id);
      return;
    case "pending": {
      // Nobody claimed it, yet the provider may have charged: that counts at once, not when the order's time is over.
      const state = await readPending(deps, order);
      if (state === "unheard") throw new Error("the provider did not answer");
      if (state !== "settled") await closePending(deps, order.id);
      return;
    }
    default:
      await reconcileOrder(deps, order.id);
  }
};

/** Acts on a kept notice: asks the provider about that payment and moves our order by the answer. */
export const processEvent = async (deps: Deps, eventId: string): Promise<void> => {
  const { rows } = await deps.pool.query<{
    payment_key: string | null;
    order_number: string | null;
    told: string | null;
  }>(
    "select payment_key, order_number, body->>'status' as told from provider_events where id = $1 and processed_at is null",
    [eventId],
  );
  const [event] = rows;
  if (!event) return;
  const order = await Order.query()
    .where("toss_payment_key", event.payment_key ?? "")
    .orWhere("order_number", event.order_number ?? "")
    .first();
  if (order) await followNotice(deps, order, event.told);
  await deps.pool.query(
    "update provider_events set processed_at = app_now() where id = $1 and processed_at is null",
    [eventId],
  );
};

/** Works through the list, a few at once, until the time is over or the provider is left alone; one failure stops none. */
const eachUntil = async (
  { log, toss }: Pick<Deps, "log" | "toss">,
  deadline: number,
  ids: readonly string[],
  work: (id: string) => Promise<void>,
): Promise<void> => {
  const turn = pLimit(atOnce);
  await turn.map(ids, async (id) => {
    if (performance.now() >= deadline || !toss.isReachable()) return;
    try {
      await work(id);
    } catch (error) {
      log.error({ err: error, id }, "not reconciled");
    }
  });
};

/** Orders that are due, those that wait for the provider's word on money first. */
const dueOrders = async ({ pool }: Pick<Deps, "pool">): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from orders
     where (status in ('confirming', 'refunding') and coalesce(confirm_lease_until, '-infinity') <= app_now()
            and ${isDueSql} and ${isYoungSql})
        or (${isOverdueSql})
        or (status in ('failed', 'expired') and next_check_at <= app_now() and ${isYoungSql})
     order by status = 'pending', coalesce(next_check_at, created_at) limit $1`,
    [batch],
  );
  return rows.map(({ id }) => id);
};

/** Notices whose job went down with its process, or got no answer; each is tried again when its age has doubled. */
const leftEvents = async ({ pool }: Pick<Deps, "pool">): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from provider_events
     where processed_at is null and received_at <= app_now() - interval '1 minute' * power(2, least(attempts, 12))
     order by received_at limit $1`,
    [batch],
  );
  return rows.map(({ id }) => id);
};

/**
 * Calls a person for every order that has been open too long and that nobody was called for yet; a call about an order
 * that came to its end by itself is taken back.
 */
const alertStuck = async (deps: Deps): Promise<void> => {
  await deps.pool.query(
    `update alerts a set resolved_at = app_now(), note = '주문이 끝나 자동으로 확인했어요.'
     where a.kind = 'ORDER_STUCK' and a.resolved_at is null and not exists (
       select from orders o where o.order_number = a.subject and o.status in ('confirming', 'refunding'))`,
  );
  const { rows } = await deps.pool.query<{ order_number: string; status: string }>(
    `select order_number, status from orders o
     where status in ('confirming', 'refunding') and coalesce(claimed_at, created_at) <= app_now() - interval '15 minutes'
       and not exists (select from alerts a
                       where a.kind = 'ORDER_STUCK' and a.subject = o.order_number and a.resolved_at is null)
     order by coalesce(claimed_at, created_at) limit $1`,
    [batch],
  );
  for (const { order_number: orderNumber, status } of rows) {
    await raiseAlert(deps, "ORDER_STUCK", orderNumber, { status });
  }
};

const processLeft = async (deps: Deps, eventId: string): Promise<void> => {
  try {
    await processEvent(deps, eventId);
  } catch (error) {
    await deps.pool.query("update provider_events set attempts = attempts + 1 where id = $1", [eventId]);
    throw error;
  }
};

/** One round: orders that are due, notices that were left, and an alert for each order that is open too long. */
export const reconcileDue = async (deps: Deps, { roundMs = defaultRoundMs } = {}): Promise<void> => {
  const deadline = performance.now() + roundMs;
  await eachUntil(deps, deadline, await dueOrders(deps), (id) => reconcileOrder(deps, id));
  await eachUntil(deps, deadline, await leftEvents(deps), (id) => processLeft(deps, id));
  await alertStuck(deps);
};
