import pLimit from "p-limit";
import { raiseAlert } from "../alerts/alerts.ts";
import type { Deps } from "../../deps.ts";
import { alertOverdue } from "./overdueRefunds.ts";
import { endOfAskingSql, isYoungSql } from "./backoff.ts";
import { processNotices } from "./notices.ts";
import { isDueSql, isOverdueSql, reconcileOrder } from "./reconcileOrder.ts";

/**
 * The most orders of one round, how many run at once, so that one slow answer does not hold up the rest, and for how
 * long new ones are started: the rest comes in the next round.
 */
const batch = 100;
const atOnce = 4;
const defaultRoundMs = 25_000;

/** Works through the list, a few at once, until the time is over or the breaker opens; one failure stops none. */
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

/** Orders that are due, those that wait for the provider's answer about money first. */
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

/**
 * In SQL: a notice that its job left unprocessed, killed with its process or by a failed reading. Its tries come each
 * time its age has doubled, without an end: JOB_FAILED calls an administrator after days.
 */
const isLeftSql =
  "processed_at is null and received_at <= app_now() - interval '1 minute' * power(2, least(attempts, 30))";

/** Orders with such notices, the least tried first. */
const leftOrders = async ({ pool }: Pick<Deps, "pool">): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `select order_id as id from provider_events where ${isLeftSql} and order_id is not null
     group by order_id order by min(attempts), min(received_at) limit $1`,
    [batch],
  );
  return rows.map(({ id }) => id);
};

/**
 * Raises an alert, once for each state of it, for every order that has been open too long, and once more when it is no
 * longer asked about: from then on nothing but an administrator ends it. The alert of an order that ended by itself is
 * closed.
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
                       where a.kind = 'ORDER_STUCK' and a.subject = o.order_number
                         and (a.resolved_at is null
                              or a.detail->>'status' = o.status and a.created_at >= coalesce(o.claimed_at, o.created_at)
                                and (${isYoungSql} or a.created_at >= ${endOfAskingSql})))
     order by coalesce(claimed_at, created_at) limit $1`,
    [batch],
  );
  for (const { order_number: orderNumber, status } of rows) {
    await raiseAlert(deps, "ORDER_STUCK", orderNumber, { status });
  }
};

/** Tries the left notices of an order again, as one try of each of them. */
const processLeft = async (deps: Deps, orderId: string): Promise<void> => {
  await deps.knex("provider_events").where({ order_id: orderId }).whereRaw(isLeftSql).increment("attempts");
  await processNotices(deps, orderId);
};

/** One round: due orders, left notices, and an alert for each order or refund that is open too long. */
export const reconcileDue = async (deps: Deps, { roundMs = defaultRoundMs } = {}): Promise<void> => {
  const deadline = performance.now() + roundMs;
  await eachUntil(deps, deadline, await dueOrders(deps), (id) => reconcileOrder(deps, id));
  await eachUntil(deps, deadline, await leftOrders(deps), (id) => processLeft(deps, id));
  await alertStuck(deps);
  await alertOverdue(deps);
};
