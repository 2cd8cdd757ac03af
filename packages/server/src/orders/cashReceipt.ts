import { raiseAlert } from "../alerts/alerts.ts";
import type { Deps } from "../deps.ts";
import { isRetryable } from "../gateways/toss.ts";
import { Order } from "./Order.ts";

/**
 * Issues the cash receipt that the law wants for this order, once; throws while the provider can not be reached or
 * wants it asked again. A definite refusal is a person's to mend.
 */
export const issueCashReceipt = async (deps: Deps, orderId: string): Promise<void> => {
  const { rows } = await deps.pool.query<{ phone_number: string }>(
    `select u.phone_number from orders o join users u on u.id = o.buyer_id
     where o.id = $1 and o.receipt_key is null and o.paid_at is not null and o.status <> 'refunded'`,
    [orderId],
  );
  const [buyer] = rows;
  const order = await Order.query().findById(orderId);
  if (!buyer || !order) return;
  const answer = await deps.toss.cashReceipt(
    {
      orderId: order.orderNumber,
      orderName: [...order.title].slice(0, 100).join(""),
      amount: order.amount,
      customerIdentityNumber: buyer.phone_number.replace(/\D/g, ""),
    },
    `cash:${order.orderNumber}:${order.providerRound}`,
  );
  if (answer.kind === "ok") {
    await order.$query().patch({ receiptKey: answer.value.receiptKey });
    return;
  }
  if (answer.kind === "unknown") throw new Error(`cash receipt not issued: ${answer.reason}`);
  if (!isRetryable(answer.code)) {
    await raiseAlert(deps, "CASH_RECEIPT_REFUSED", order.orderNumber, { code: answer.code });
    return;
  }
  // The provider would repeat its refusal for the same key.
  await order.$query().patch({ providerRound: order.providerRound + 1 });
  throw new Error(`cash receipt not issued: ${answer.code}`);
};
