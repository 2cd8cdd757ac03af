import type { Trx } from "../../database/BaseModel.ts";
import { statesSql } from "../../lifecycle.ts";
import { settlementMoves } from "./lifecycle.ts";
import { Settlement } from "./Settlement.ts";

/** An order's money that its seller has, or may be about to get, when the buyer gets it back. */
interface Owed {
  orderId: string;
  sellerId: string;
  amount: number;
}

/**
 * Records that a seller owes an order's payout: the refund's own ledger transaction has taken it from their account,
 * which may then be negative. Nothing is kept back for it before the payout has surely arrived.
 */
export const openClawback = async (trx: Trx, { orderId, sellerId, amount }: Owed): Promise<void> => {
  await trx("clawbacks").insert({ order_id: orderId, seller_id: sellerId, amount });
};

/**
 * Cancels the settlement of a refunded order whose payout turned out not to have arrived, with its debt. Does nothing
 * to any other settlement. The caller holds the settlement's lock.
 */
export const voidClawback = async (trx: Trx, settlementId: string): Promise<boolean> => {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `update clawbacks c set voided_at = app_now()
     from settlements s join orders o on o.id = s.order_id
     where s.id = ? and c.order_id = s.order_id and c.voided_at is null and o.status = 'refunded'
       and s.status in ${statesSql(settlementMoves.cancel.from)}
     returning c.order_id`,
    [settlementId],
  );
  if (rows.length === 0) return false;
  await Settlement.query(trx)
    .findById(settlementId)
    .patch({ status: settlementMoves.cancel.to, heldReason: null, manualHold: null, clawbackAmount: 0 });
  return true;
};

/** In SQL: a seller's debt that no payout under way is cut for yet. */
const openSql = /* sql */ `
  (select coalesce(sum(c.amount - c.recovered - c.closed), 0) from clawbacks c join settlements s on s.order_id = c.order_id
   where c.seller_id = :sellerId and c.voided_at is null and s.status = 'completed')
  - (select coalesce(sum(clawback_amount), 0) from settlements
     where seller_id = :sellerId and status in ('pending', 'held', 'processing'))`;

/**
 * Cuts just claimed payouts by their seller's debt, in order. One that may have been sent already keeps its amount: the
 * provider knows it by a reference that stands for one sum.
 */
export const netClawbacks = async (
  trx: Trx,
  sellerId: string,
  settlements: readonly Settlement[],
): Promise<void> => {
  const { rows } = await trx.raw<{ rows: { open: number }[] }>(`select (${openSql})::float8 as open`, {
    sellerId,
  });
  let open = rows[0]?.open ?? 0;
  for (const settlement of settlements) {
    if (open <= 0) return;
    if (settlement.sentAt !== null || settlement.clawbackAmount > 0) continue;
    const clawbackAmount = Math.min(open, settlement.amount);
    await settlement.$query(trx).patch({ clawbackAmount });
    open -= clawbackAmount;
  }
};

/** Takes a completed payout's cut off its seller's debt, the oldest first. */
export const recoverClawbacks = async (
  trx: Trx,
  { sellerId, clawbackAmount }: Pick<Settlement, "sellerId" | "clawbackAmount">,
): Promise<void> => {
  let left = clawbackAmount;
  if (left === 0) return;
  const { rows } = await trx.raw<{ rows: { order_id: string; open: number }[] }>(
    `select c.order_id, c.amount - c.recovered - c.closed as open from clawbacks c join settlements s on s.order_id = c.order_id
     where c.seller_id = ? and c.voided_at is null and c.recovered + c.closed < c.amount and s.status = 'completed'
     order by c.created_at, c.order_id for no key update of c`,
    [sellerId],
  );
  for (const { order_id, open } of rows) {
    const part = Math.min(left, open);
    await trx("clawbacks").where({ order_id }).increment("recovered", part);
    left -= part;
    if (left === 0) return;
  }
  throw new Error("a payout was cut by more than its seller owes");
};
