import type { AdminRefund, OrderRefund, RefundQueueState } from "@knowhow/shared";
import { isoSql } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";
import { statesSql } from "../../lifecycle.ts";
import { isCancellableSql } from "../orders/policy.ts";
import { readRefundView } from "../orders/refundFacts.ts";
import { isTransferableSql } from "../settlements/holds.ts";
import { explainedPartCancelsSql } from "../settlements/partCancels.ts";

/** A page's entry with the values of its cursor. */
export interface ListedRefund {
  sortRank: string;
  sortKey: string;
  id: string;
  refund: AdminRefund;
}

/** In SQL, for `o` of orders and `f` of refunds: the states that the queue can be filtered by. */
const stateSql = /* sql */ `
  case when o.status in ('refund_requested') or (o.status = 'paid' and f.refusal_code is not null) then 'requested'
       when o.status in ('refunding', 'refunded') then o.status
       when f.decision = 'deny' then 'denied'
       else 'refunded' end`;

const party = (alias: string) => `json_build_object('id', ${alias}.id, 'nickname', ${alias}.nickname)`;

/** Waiting requests by due day first; the others by their last step, newest first. */
const sortedSql = /* sql */ `
  select f.*, o.id as oid, ${stateSql} as state,
         case when ${stateSql} = 'requested' then 0 else 1 end as sort_rank,
         case when ${stateSql} = 'requested' then coalesce(extract(epoch from f.due_at) * 1000, 0)
              else -extract(epoch from coalesce(f.completed_at, f.decided_at, f.created_at)) * 1000 end::bigint as sort_key
  from refunds f join orders o on o.id = f.order_id`;

/** The order `o` with its refund `f`, if any, of buyer `b` and seller `s`, decided by `a`. */
const refundSql = (state: string): string => /* sql */ `
  json_build_object(
    'orderNumber', o.order_number, 'buyer', ${party("b")}, 'seller', ${party("s")},
    'content', json_build_object('id', o.content_id, 'title', o.title), 'amount', o.amount,
    'partCancels', ${explainedPartCancelsSql},
    'paidAt', ${isoSql("o.paid_at")}, 'requestedAt', ${isoSql("f.created_at")}, 'dueAt', ${isoSql("f.due_at")},
    'isOverdue', coalesce(${state} = 'requested', false) and coalesce(f.due_at < app_now(), false),
    'reason', case when f.requested_by is not null then f.reason end, 'state', ${state},
    'deliveries', coalesce((
      select json_agg(json_build_object('kind', d.kind, 'fileName', d.file_name, 'at', ${isoSql("d.delivered_at")})
                      order by d.delivered_at, d.kind, d.item)
      from deliveries d where d.order_id = o.id), '[]'::json),
    'consent', case when o.consent_version is not null
      then json_build_object('version', o.consent_version, 'at', ${isoSql("o.consented_at")}) end,
    'chatRoomId', (select r.id from chat_rooms r where r.order_id = o.id),
    'decision', f.decision, 'decisionReason', f.decision_reason,
    'decidedBy', case when a.id is not null then ${party("a")} end,
    'decidedAt', ${isoSql("f.decided_at")}, 'completedAt', ${isoSql("f.completed_at")},
    'denial', (
      select json_build_object('by', case when d.id is not null then ${party("d")} end,
                               'at', ${isoSql("e.created_at")}, 'reason', e.reason)
      from refund_events e left join users d on d.id = e.actor_id
      where e.order_id = o.id and e.kind = 'denied' order by e.id desc limit 1),
    'transferredAmount', f.transferred_amount,
    'refusalCode', f.refusal_code, 'isCancellable', ${isCancellableSql("o")},
    'isTransferable', ${isTransferableSql})`;

const partiesSql = /* sql */ `
  join users b on b.id = o.buyer_id join users s on s.id = o.seller_id left join users a on a.id = f.decided_by`;

/** The state stands in the text, so that waiting requests are found among all that were decided. */
const listSql = (state: RefundQueueState | undefined): string => /* sql */ `
  select f.sort_rank::text as "sortRank", f.sort_key::text as "sortKey", f.id, ${refundSql("f.state")} as refund
  from (${sortedSql}) f join orders o on o.id = f.oid
  ${partiesSql}
  where ${state === undefined ? "" : `f.state in ${statesSql([state])} and`}
    (f.sort_rank, f.sort_key, f.id) > ($1::int, $2::bigint, $3::uuid)
  order by f.sort_rank, f.sort_key, f.id limit $4`;

const orderSql = /* sql */ `
  select o.id, ${refundSql(stateSql)} as refund
  from orders o left join refunds f on f.order_id = o.id ${partiesSql} where o.order_number = $1`;

const countSql = /* sql */ `
  select count(*)::int as requested, count(*) filter (where f.due_at < app_now())::int as overdue
  from refunds f join orders o on o.id = f.order_id where ${stateSql} = 'requested'`;

const start = ["-1", "0", "00000000-0000-0000-0000-000000000000"];

/** Refunds as administrators see them, from behind a cursor; of one state where one is given. */
export const listRefunds = async (
  { pool }: Pick<Deps, "pool">,
  {
    status,
    cursor,
    limit,
  }: { status: RefundQueueState | undefined; cursor: string[] | undefined; limit: number },
): Promise<ListedRefund[]> => {
  const values = [...(cursor ?? start), limit];
  const name = `refunds_${status ?? "all"}`;
  return (await pool.query<ListedRefund>({ name, text: listSql(status), values })).rows;
};

/** One order with the facts of its refund, by its number as typed; undefined where there is none. */
export const readOrderRefund = async (
  { pool, knex }: Pick<Deps, "pool" | "knex">,
  orderNumber: string,
): Promise<OrderRefund | undefined> => {
  const { rows } = await pool.query<{ id: string; refund: OrderRefund }>({
    name: "refund_of_order",
    text: orderSql,
    values: [orderNumber.trim().toUpperCase()],
  });
  const [found] = rows;
  if (!found) return undefined;
  const { refundState } = await readRefundView(knex, found.id);
  return { ...found.refund, state: refundState ?? null };
};

/** The number of waiting requests, and of overdue ones. */
export const countRefunds = async ({
  pool,
}: Pick<Deps, "pool">): Promise<{ requested: number; overdue: number }> => {
  const { rows } = await pool.query<{ requested: number; overdue: number }>({
    name: "refunds_count",
    text: countSql,
  });
  return rows[0] ?? { requested: 0, overdue: 0 };
};
