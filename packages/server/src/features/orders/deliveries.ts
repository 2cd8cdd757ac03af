import { AppError, type DeliveryKind, type OrderStatus } from "@knowhow/shared";
import { Model } from "objection";
import type { Viewer } from "../../http/state.ts";
import type { ContentAccess } from "../contents/access.ts";
import type { Deps } from "../../deps.ts";
import { emit } from "../../events/emit.ts";
import { givesAccessSql } from "./policy.ts";

// An approved refund stands until its money is back or an administrator denies it, also after the provider's refusal. Its
// decision is looked at, and not the refusal: a delivery that waited for the order's lock sees refunds as of before.
const deliveredAsSql = /* sql */ `
  case when exists (select from refunds f
                    where f.order_id = o.id and f.decision = 'approve' and f.completed_at is null)
       then 'refunding' else o.status end`;

// The share lock waits for a decision about this order: a refund by rule and a delivery never both happen.
const statement = {
  name: "delivery",
  text: /* sql */ `
    with bought as materialized (
      select o.id, ${deliveredAsSql} as status, o.order_number, not exists (select from deliveries where order_id = o.id) as is_unopened
      from orders o
      where o.buyer_id = $1 and o.content_id = $2 and ${givesAccessSql("o")} for share
    ), written as (
      insert into deliveries (order_id, kind, item, file_name)
      select id, $3, $4, $5 from bought where status in ('paid', 'refund_requested')
      on conflict do nothing
      returning order_id
    )
    select status, order_number, is_unopened and exists (select from written where order_id = id) as is_first
    from bought`,
};

// A delivery's answer without its write and its wait, and whether it is written already.
const lookStatement = {
  name: "delivery_look",
  text: /* sql */ `
    select ${deliveredAsSql} as status,
      exists (select from deliveries where order_id = o.id and kind = $3 and item = $4) as is_written
    from orders o
    where o.buyer_id = $1 and o.content_id = $2 and ${givesAccessSql("o")}`,
};

interface Seen {
  status: string;
  is_written: boolean;
}

interface Bought {
  status: OrderStatus;
  order_number: string;
  /** Nothing of the order was delivered before this. */
  is_first: boolean;
}

type Receiver = Pick<ContentAccess, "id" | "isOwner" | "isAdmin">;

const requireDeliverable = ({ isAdmin }: Receiver, rows: readonly { status: string }[]): void => {
  if (rows.some(({ status }) => status !== "refunding") || (isAdmin && rows.length === 0)) return;
  throw new AppError("PURCHASE_REQUIRED", {
    ...(rows.length > 0 ? { message: "환불이 진행 중인 콘텐츠는 이용할 수 없습니다." } : {}),
  });
};

/**
 * Records a buyer's first access; call it before the first byte is sent. Accesses of the owner do not count, nor those
 * of administrators who did not buy it. Fails with PURCHASE_REQUIRED while an approved refund stands.
 */
export const recordDelivery = async (
  { pool, knex, log }: Pick<Deps, "pool" | "knex" | "log">,
  receiver: Receiver,
  viewer: Pick<Viewer, "id">,
  { kind, item, fileName }: { kind: DeliveryKind; item: string; fileName: string | null },
): Promise<void> => {
  if (receiver.isOwner) return;
  const seen = await pool.query<Seen>({ ...lookStatement, values: [viewer.id, receiver.id, kind, item] });
  if (seen.rows.length > 0 && seen.rows.every(({ is_written: isWritten }) => isWritten)) {
    // A lock is a write, for which the database waits for its disk, and a file is read in hundreds of parts.
    requireDeliverable(receiver, seen.rows);
    return;
  }
  const { rows } = await pool.query<Bought>({
    ...statement,
    values: [viewer.id, receiver.id, kind, item, fileName],
  });
  requireDeliverable(receiver, rows);
  const first = rows.find(({ is_first: isFirst }) => isFirst);
  if (!first) return;
  const data = { orderNumber: first.order_number, status: first.status };
  // Other devices of the buyer still offer a refund by rule.
  try {
    await Model.transaction(knex, (trx) => emit(trx, [{ to: [viewer.id], name: "order", data }]));
  } catch (error) {
    // The delivery stands, and the buyer has to get what can no longer be refunded by rule.
    log.warn({ err: error, orderNumber: data.orderNumber }, "a delivery was not told");
  }
};

/** Fails where recordDelivery would, and writes nothing: for requests that only ask. */
export const refuseUndeliverable = async (
  { pool }: Pick<Deps, "pool">,
  receiver: Receiver,
  viewer: Pick<Viewer, "id">,
): Promise<void> => {
  if (receiver.isOwner) return;
  const { rows } = await pool.query<Seen>({
    ...lookStatement,
    values: [viewer.id, receiver.id, null, null],
  });
  requireDeliverable(receiver, rows);
};
