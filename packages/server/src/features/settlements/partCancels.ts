import { isoSql } from "../../database/reading.ts";

/**
 * In SQL, for `o` of orders: the parts that the provider gave back of its payment, as the contract's list. The cancel
 * that ended the sale is the refund, and one after a bank transfer is the administrators' to sort out.
 */
const listSql = (reason: string): string => /* sql */ `
  (select coalesce(json_agg(json_build_object('amount', p.amount, 'at', ${isoSql("p.seen_at")}, 'reason', ${reason})
            order by p.seen_at, p.transaction_key), '[]')
   from provider_cancels p
   where p.order_id = o.id and not exists (
     select from refunds e where e.order_id = o.id
       and (e.provider_transaction_key = p.transaction_key
            or e.transferred_amount is not null and p.seen_at > coalesce(o.part_cancelled_at, '-infinity'))))`;

/** The parts for buyer and seller: words from the provider's console are for administrators. */
export const partCancelsSql = listSql("null");

/** The parts for administrators, with the words that the provider's console was given. */
export const explainedPartCancelsSql = listSql("p.reason");
