import type { Deps } from "../deps.ts";
import { Order } from "./Order.ts";

/** Issues the cash receipt that the law wants for this order, once; throws while the provider can not be reached. */
export const issueCashReceipt = async (deps: Deps, orderId: string): Promise<void> => {
  const { rows } = await deps.pool.query<{ phone_number: string }>(
    "select u.phone_number from orders o join users u on u.id = o.buyer_id where o.id = $1 and o.receipt_key is null",
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
    `cash:${order.orderNumber}`,
  );
  if (answer.kind !== "ok")
    throw new Error(`cash receipt not issued: ${answer.kind === "refused" ? answer.code : answer.reason}`);
  await order.$query().patch({ receiptKey: answer.value.receiptKey });
};
