import type { Trx } from "../../database/BaseModel.ts";
import { heldApartSql } from "./holds.ts";

/**
 * Where the seller's money of an order is: it waits, is held by something else than a refund of that order, was asked for
 * and may arrive, or was paid. What was claimed and never asked for has not left: it waits, or is held, like any other. A
 * settlement that was cancelled is told as it stood before.
 */
export type PayoutPlace = "waiting" | "held" | "underWay" | "paid";

/** Where the payout of an order is, as the caller's transaction leaves it; the caller holds the settlement's lock. */
export const readPayoutPlace = async (trx: Trx, orderId: string): Promise<PayoutPlace> => {
  const { rows } = await trx.raw<{ rows: { place: PayoutPlace }[] }>(
    `select case
       when s.status = 'completed' then 'paid'
       when s.status in ('pending', 'held', 'processing') and s.sent_at is not null then 'underWay'
       when ${heldApartSql} then 'held'
       else 'waiting' end as place
     from settlements s join orders o on o.id = s.order_id join users u on u.id = s.seller_id where s.order_id = ?`,
    [orderId],
  );
  return rows[0]?.place ?? "waiting";
};
