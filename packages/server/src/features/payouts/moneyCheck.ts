import type { Deps } from "../../deps.ts";
import { Order } from "../orders/Order.ts";
import { followPayment } from "../orders/providerCancel.ts";
import type { Settlement } from "../settlements/Settlement.ts";

type CheckDeps = Pick<Deps, "config" | "knex" | "addJob" | "log" | "microCache" | "toss">;

/**
 * Asks the provider, right before a payout leaves, whether it still has the buyer's money, and acts on any cancel: the
 * next check sees the resulting hold. False without an answer: then nothing is paid.
 */
export const checkMoney = async (
  deps: CheckDeps,
  { id, orderId }: Pick<Settlement, "id" | "orderId">,
): Promise<boolean> => {
  const order = await Order.query(deps.knex).findById(orderId).select("toss_payment_key").throwIfNotFound();
  if (order.tossPaymentKey === null) return false;
  const read = await deps.toss.paymentByKey(order.tossPaymentKey);
  if (read.kind !== "ok") {
    deps.log.warn({ settlementId: id, answer: read.kind }, "payout waits for its payment");
    return false;
  }
  await followPayment(deps, orderId, read.value);
  return true;
};
