import {
  refundDays,
  type OwnPurchase,
  type PartCancel,
  type RefundProgress,
  type RefundState,
} from "@knowhow/shared";
import type { Knex } from "knex";
import type { Deps } from "../../deps.ts";
import { partCancelsSql } from "../settlements/partCancels.ts";
import type { Order } from "./Order.ts";
import { givesAccessSql, unseenVersionSql } from "./policy.ts";
import { refundStateOf, type RefundFacts } from "./refundPolicy.ts";

interface Row {
  order_id: string;
  status: Order["status"];
  amount: number;
  refundable_until: Date | null;
  is_within_window: boolean;
  is_delivered: boolean;
  created_at: Date | null;
  requested_by: string | null;
  reason: string | null;
  due_at: Date | null;
  decision: "approve" | "deny" | null;
  decision_reason: string | null;
  decided_at: Date | null;
  completed_at: Date | null;
  transferred_amount: number | null;
  refusal_code: string | null;
  part_cancels: PartCancel[];
}

/** The facts of an order's refund, judged at the product's time. */
export interface RefundView {
  facts: RefundFacts;
  refundState: RefundState | undefined;
  refundableUntil: string | null;
  refund: RefundProgress | null;
  partCancels: PartCancel[];
}

const sql = /* sql */ `
  select o.id as order_id, o.status, o.amount,
         case when o.amount > 0 then o.paid_at + interval '${refundDays} days' end as refundable_until,
         coalesce(app_now() <= o.paid_at + interval '${refundDays} days', false) as is_within_window,
         exists (select from deliveries d where d.order_id = o.id) as is_delivered,
         f.created_at, f.requested_by, f.reason, f.due_at, f.decision, f.decision_reason, f.decided_at,
         f.completed_at, f.transferred_amount, f.refusal_code, ${partCancelsSql} as part_cancels
  from orders o left join refunds f on f.order_id = o.id where o.id = any(?::uuid[])`;

const progressOf = (row: Row): RefundProgress | null =>
  row.created_at === null
    ? null
    : {
        requestedAt: row.created_at.toISOString(),
        dueAt: row.due_at?.toISOString() ?? null,
        reason: row.requested_by === null ? null : row.reason,
        decision: row.decision,
        decisionReason: row.decision_reason,
        decidedAt: row.decided_at?.toISOString() ?? null,
        completedAt: row.completed_at?.toISOString() ?? null,
        isTransferred: row.transferred_amount !== null,
      };

const viewOf = (row: Row): RefundView => {
  const facts: RefundFacts = {
    status: row.status,
    amount: row.amount,
    isWithinWindow: row.is_within_window,
    isDelivered: row.is_delivered,
    isDenied: row.decision === "deny",
    isRefusedByProvider: row.refusal_code !== null,
  };
  return {
    facts,
    refundState: refundStateOf(facts),
    refundableUntil: row.refundable_until?.toISOString() ?? null,
    refund: progressOf(row),
    partCancels: row.part_cancels,
  };
};

/** The refund state of these orders. */
export const readRefundViews = async (
  db: Knex,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, RefundView>> => {
  if (orderIds.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: Row[] }>(sql, [[...orderIds]]).options({ name: "refund_views" });
  return new Map(rows.map((row) => [row.order_id, viewOf(row)]));
};

/** The refund state of one order. */
export const readRefundView = async (db: Knex, orderId: string): Promise<RefundView> => {
  const view = (await readRefundViews(db, [orderId])).get(orderId);
  if (!view) throw new Error("no such order");
  return view;
};

// Part of every read of a content by a member.
const purchaseStatement = {
  name: "purchase",
  text: /* sql */ `
    select o.id, o.order_number, r.id as room_id,
           ${givesAccessSql("o")} and ${unseenVersionSql("o")} is not null as has_new_version
    from orders o left join chat_rooms r on r.order_id = o.id
    where o.buyer_id = $1 and o.content_id = $2
      and (${givesAccessSql("o")} or o.status in ('refunding', 'refunded'))
    order by ${givesAccessSql("o")} desc, o.created_at desc, o.id desc limit 1`,
};

/** The purchase that gives a buyer a content, else the newest refunded one, with its refund. */
export const findPurchase = async (
  { knex, pool }: Pick<Deps, "knex" | "pool">,
  buyerId: string,
  contentId: string,
): Promise<OwnPurchase | undefined> => {
  const { rows } = await pool.query<{
    id: string;
    order_number: string;
    room_id: string | null;
    has_new_version: boolean;
  }>({
    ...purchaseStatement,
    values: [buyerId, contentId],
  });
  const [order] = rows;
  if (!order) return undefined;
  const { refundableUntil, refundState, refund, partCancels } = await readRefundView(knex, order.id);
  return {
    orderNumber: order.order_number,
    chatRoomId: order.room_id,
    hasNewVersion: order.has_new_version,
    refundableUntil,
    refundState,
    refund,
    partCancels,
  };
};
