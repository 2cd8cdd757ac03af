import { resolveAlert } from "../alerts/alerts.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { book } from "../settlements/ledger.ts";
import type { Order } from "./Order.ts";

interface Cancel {
  transactionKey: string;
  amount: number;
}

/** Writes down the cancels of an order's payment as the provider lists them; gives those that were not known. */
export const noteCancels = async (
  trx: Trx,
  orderId: string,
  cancels: readonly { transactionKey: string; cancelAmount: number }[],
): Promise<Cancel[]> => {
  const known: Cancel[] = [];
  for (const { transactionKey, cancelAmount } of cancels) {
    const { rows } = await trx.raw<{ rows: object[] }>(
      `insert into provider_cancels (transaction_key, order_id, amount) values (?, ?, ?)
       on conflict (transaction_key) do nothing returning transaction_key`,
      [transactionKey, orderId, cancelAmount],
    );
    if (rows.length > 0) known.push({ transactionKey, amount: cancelAmount });
  }
  return known;
};

/**
 * Writes down the cancel that ended a sale, and takes back what was booked of parts before it: the refund of the whole is
 * booked by itself.
 */
export const closeCancels = async (
  trx: Trx,
  { id: orderId, amount, orderNumber }: Pick<Order, "id" | "amount" | "orderNumber">,
  transactionKey: string,
): Promise<void> => {
  const { rows } = await trx.raw<{ rows: { other: number; booked: number }[] }>(
    `select coalesce(sum(c.amount) filter (where c.transaction_key <> ?), 0)::int as other,
            coalesce(sum(e.credit), 0)::int as booked
     from provider_cancels c
     left join ledger_entries e on e.transaction_id = 'cancel:' || c.transaction_key and e.account = 'provider'
     where c.order_id = ?`,
    [transactionKey, orderId],
  );
  const { other = 0, booked = 0 } = rows[0] ?? {};
  await noteCancels(trx, orderId, [{ transactionKey, cancelAmount: amount - other }]);
  if (booked > 0) {
    await book(trx, `cancel-undo:${orderId}`, orderId, [
      { account: "provider", debit: booked },
      { account: "platform", credit: booked },
    ]);
  }
  const note = "주문이 환불되어 자동으로 확인했어요.";
  await resolveAlert({ knex: trx }, "PAID_ORDER_PART_CANCELLED", orderNumber, note);
};
