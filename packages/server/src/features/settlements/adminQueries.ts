import type { AdminSettlement, SettlementStatus } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import { statesSql } from "../../lifecycle.ts";
import { dueAtSql, payoutDay } from "./payoutDays.ts";
import { heldUntilSql, holdsSql, isReleasableSql, sellerWideSql } from "./holds.ts";

interface Row {
  sortedAt: string;
  due_at: Date | null;
  settlement: Omit<AdminSettlement, "payoutDay">;
}

// The service bears no part that the seller owes back, and nothing of a payout that is never made.
const shortfallSql = /* sql */ `
  case when s.status = 'cancelled' then 0
       else greatest(0, s.amount + case when o.status = 'refunded' then o.amount else o.part_cancelled end - o.amount
                        - coalesce(c.amount, 0)) end`;
// Of all that a seller is owed: what was decided while this one was owed, and the hold that goes on.
const isOfSettlementSql = /* sql */ `
  d.created_at <= coalesce(s.settled_at, 'infinity')
    and d.created_at >= least(s.created_at, (select h.created_at from seller_holds h where h.seller_id = s.seller_id))`;

const selectSql = /* sql */ `
  select ${isoSql("s.created_at")} as "sortedAt", ${dueAtSql} as due_at,
         json_build_object('id', s.id, 'orderNumber', o.order_number, 'contentTitle', o.title,
           'seller', json_build_object('id', u.id, 'nickname', u.nickname),
           'buyer', json_build_object('id', b.id, 'nickname', b.nickname),
           'paidAmount', o.amount, 'partCancelled', o.part_cancelled, 'amount', s.amount, 'status', s.status,
           'clawbackAmount', coalesce(c.amount, 0), 'recoveredAmount', coalesce(c.recovered, 0),
           'closedAmount', coalesce(c.closed, 0), 'withheldAmount', s.clawback_amount, 'shortfallAmount', ${shortfallSql},
           'heldReason', s.held_reason, 'heldUntil', ${isoSql(heldUntilSql)}, 'sellerHoldReason', ${sellerWideSql}, 'isHeldByHand', s.manual_hold is not null,
           'isSellerHeld', exists (select from seller_holds h where h.seller_id = s.seller_id),
           'isReleasable', s.status = 'failed' or (s.status = 'held' and ${isReleasableSql}),
           'holds', ${holdsSql},
           'createdAt', ${isoSql("s.created_at")}, 'payableAt', ${isoSql("s.payable_at")}, 'settledAt', ${isoSql("s.settled_at")},
           'decisions', (select coalesce(json_agg(json_build_object('decision', d.decision, 'scope', d.scope, 'reason', d.reason,
               'adminNickname', a.nickname, 'at', ${isoSql("d.created_at")}) order by d.created_at desc, d.id desc), '[]')
             from settlement_decisions d join settlements w on w.id = d.settlement_id join users a on a.id = d.admin_id
             where d.settlement_id = s.id
                or (d.scope = 'seller' and w.seller_id = s.seller_id and ${isOfSettlementSql}))) as settlement
  from settlements s join orders o on o.id = s.order_id join users u on u.id = s.seller_id join users b on b.id = o.buyer_id
  left join clawbacks c on c.order_id = o.id and c.voided_at is null`;

interface Asked {
  status: SettlementStatus | undefined;
  /** Only settlements whose seller owes something back. */
  clawback: "open" | undefined;
  q: string | undefined;
  cursor: TimeCursor;
  limit: number;
}

const present = ({ config }: Pick<Deps, "config">, { due_at, settlement }: Row): AdminSettlement => ({
  ...settlement,
  payoutDay: payoutDay({ config }, due_at),
});

/** Payouts, newest first: of one order, of one seller, or all of them. */
export const listAdminSettlements = async (
  { pool, config }: Pick<Deps, "pool" | "config">,
  { status, clawback, q, cursor, limit }: Asked,
): Promise<AdminSettlement[]> => {
  const sought = q?.trim().normalize("NFC") || undefined;
  // Filters stand in the text where they are given: a plan for any filter would use the index of none.
  const { rows } = await pool.query<Row>(
    `${selectSql}
     where (s.created_at, s.id) < ($1::timestamptz, $2::uuid)
       ${status === undefined ? "" : `and s.status in ${statesSql([status])}`}
       ${
         sought === undefined
           ? ""
           : `and (o.order_number = upper($4) or s.seller_id in (
                select id from users where lower(nickname) = lower($4) or lower(user_id) = lower($4) or id::text = lower($4)))`
       }
       ${clawback === undefined ? "" : "and c.recovered + c.closed < c.amount"}
     order by s.created_at desc, s.id desc limit $3`,
    [...behind(cursor), limit, ...(sought === undefined ? [] : [sought])],
  );
  return rows.map((row) => present({ config }, row));
};

/** Reads one payout. */
export const readAdminSettlement = async (
  { pool, config }: Pick<Deps, "pool" | "config">,
  id: string,
): Promise<AdminSettlement | undefined> => {
  const { rows } = await pool.query<Row>(`${selectSql} where s.id = $1`, [id]);
  return rows[0] && present({ config }, rows[0]);
};
