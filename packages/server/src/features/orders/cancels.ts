import { isStorable } from "@knowhow/shared";
import { resolveAlert } from "../alerts/alerts.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { book } from "../settlements/ledger.ts";
import type { TossPayment } from "../../gateways/toss.ts";
import type { Order } from "./Order.ts";

interface Cancel {
  transactionKey: string;
  amount: number;
  reason: string | null;
}

type SeenCancel = NonNullable<TossPayment["cancels"]>[number];

/** The provider's limit for a reason; the texts also appear in messages to users. */
const maxReason = 200;

const reasonOf = ({ cancelReason }: SeenCancel): string | null =>
  typeof cancelReason === "string" && isStorable(cancelReason)
    ? cancelReason.trim().slice(0, maxReason) || null
    : null;

/** Records the cancels of an order's payment as the provider lists them; returns the new ones. */
export const noteCancels = async (
  trx: Trx,
  orderId: string,
  cancels: readonly SeenCancel[],
): Promise<Cancel[]> => {
  const known: Cancel[] = [];
  for (const cancel of cancels) {
    const { transactionKey, cancelAmount: amount } = cancel;
    const reason = reasonOf(cancel);
    const { rows } = await trx.raw<{ rows: object[] }>(
      `insert into provider_cancels (transaction_key, order_id, amount, reason) values (?, ?, ?, ?)
       on conflict (transaction_key) do nothing returning transaction_key`,
      [transactionKey, orderId, amount, reason],
    );
    if (rows.length > 0) known.push({ transactionKey, amount, reason });
  }
  return known;
};

/**
 * Records the cancel that ended a sale, null after a bank transfer, and reverses the bookings of earlier parts: the
 * refund of the whole is booked separately.
 */
export const closeCancels = async (
  trx: Trx,
  { id: orderId, amount, orderNumber }: Pick<Order, "id" | "amount" | "orderNumber">,
  transactionKey: string | null,
): Promise<void> => {
  const { rows } = await trx.raw<{ rows: { other: number; booked: number }[] }>(
    `select coalesce(sum(c.amount) filter (where c.transaction_key <> ?::text), 0)::int as other,
            coalesce(sum(e.credit), 0)::int as booked
     from provider_cancels c
     left join ledger_entries e on e.transaction_id = 'cancel:' || c.transaction_key and e.account = 'provider'
     where c.order_id = ?`,
    [transactionKey, orderId],
  );
  const { other = 0, booked = 0 } = rows[0] ?? {};
  if (transactionKey !== null)
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
