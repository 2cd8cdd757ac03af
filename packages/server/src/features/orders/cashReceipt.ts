import { raiseAlert } from "../alerts/alerts.ts";
import type { Deps } from "../../deps.ts";
import { isRetryable, orderNameOf } from "../../gateways/toss.ts";
import { appNow } from "../../database/clock.ts";
import { Refund } from "./Refund.ts";
import { lockOrder } from "./complete.ts";
import { Order } from "./Order.ts";

/** Stores an issued receipt; if its order was refunded meanwhile, it is cancelled too. */
const keepReceipt = (
  { knex, addJob }: Pick<Deps, "knex" | "addJob">,
  orderId: string,
  receiptKey: string,
): Promise<void> =>
  Order.transaction(knex, async (trx) => {
    const { status } = await lockOrder(trx, orderId);
    await Order.query(trx).findById(orderId).patch({ receiptKey });
    if (status === "refunded") await addJob(trx, "cancelCashReceipt", { orderId });
  });

/**
 * Issues the cash receipt that the law requires for this order, once; throws while the provider is unreachable or wants
 * a retry. A definite refusal raises an alert. A request from before a refund is repeated after it: the receipt may
 * exist, and only the answer names it for the cancel.
 */
export const issueCashReceipt = async (deps: Deps, orderId: string): Promise<void> => {
  await Order.query()
    .findById(orderId)
    .where({ receipt_round: 0 })
    .whereNotNull("paid_at")
    .whereNot({ status: "refunded" })
    .patch({ receiptRound: 1 });
  const { rows } = await deps.pool.query<{ phone_number: string }>(
    `select u.phone_number from orders o join users u on u.id = o.buyer_id
     where o.id = $1 and o.receipt_key is null and o.receipt_round > 0`,
    [orderId],
  );
  const [buyer] = rows;
  const order = await Order.query().findById(orderId);
  if (!buyer || !order) return;
  const answer = await deps.toss.cashReceipt(
    {
      orderId: order.orderNumber,
      orderName: orderNameOf(order.title),
      amount: order.amount,
      customerIdentityNumber: buyer.phone_number.replace(/\D/g, ""),
    },
    `cash:${order.orderNumber}:${order.receiptRound}`,
  );
  if (answer.kind === "ok") {
    await keepReceipt(deps, orderId, answer.value.receiptKey);
    return;
  }
  if (answer.kind === "unknown") throw new Error(`cash receipt not issued: ${answer.reason}`);
  if (!isRetryable(answer.code)) {
    await raiseAlert(deps, "CASH_RECEIPT_REFUSED", order.orderNumber, { code: answer.code });
    return;
  }
  // The provider would repeat its refusal for the same key.
  await order.$query().patch({ receiptRound: order.receiptRound + 1 });
  throw new Error(`cash receipt not issued: ${answer.code}`);
};

/** Cancels the cash receipt of a refunded order; throws while the provider is unreachable. */
export const cancelCashReceipt = async (deps: Deps, orderId: string): Promise<void> => {
  const order = await Order.query().findById(orderId);
  const refund = await Refund.query().findOne({ order_id: orderId });
  if (!order?.receiptKey || order.status !== "refunded" || refund?.receiptCancelledAt !== null) return;
  const key = `cash-cancel:${order.orderNumber}:${order.providerRound}`;
  const answer = await deps.toss.cancelCashReceipt(order.receiptKey, key);
  if (answer.kind === "ok") {
    await refund.$query().patch({ receiptCancelledAt: appNow() });
    return;
  }
  if (answer.kind === "unknown") throw new Error(`cash receipt not cancelled: ${answer.reason}`);
  if (!isRetryable(answer.code)) {
    await raiseAlert(deps, "CASH_RECEIPT_REFUSED", order.orderNumber, {
      code: answer.code,
      receiptKey: order.receiptKey,
    });
    return;
  }
  await order.$query().patch({ providerRound: order.providerRound + 1 });
  throw new Error(`cash receipt not cancelled: ${answer.code}`);
};
