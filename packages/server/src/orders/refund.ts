import { raiseAlert } from "../alerts/alerts.ts";
import { appNow } from "../database/clock.ts";
import type { Deps } from "../deps.ts";
import { isRetryable } from "../gateways/toss.ts";
import { nextCheck } from "./backoff.ts";
import { renewLease } from "./claim.ts";
import { lockOrder } from "./complete.ts";
import { Order } from "./Order.ts";

/** What came of asking for money back; `transactionKey` is the provider's of the cancel. */
type Cancelled = { kind: "done"; transactionKey: string } | { kind: "later"; raiseRound: boolean };

/**
 * Has a charge given back, whole, whoever asked for it before. What the provider says about the payment decides, not
 * how the call ended; a definite refusal of money that it still holds calls a person.
 */
export const cancelCharge = async (
  deps: Deps,
  order: Pick<Order, "id" | "orderNumber" | "providerRound">,
  paymentKey: string,
  reason: string,
): Promise<Cancelled> => {
  const answer = await deps.toss.cancel(paymentKey, reason, `refund:${order.id}:${order.providerRound}`);
  const read = answer.kind === "ok" ? answer : await deps.toss.paymentByKey(paymentKey);
  const left = read.kind === "ok" ? read.value.balanceAmount : undefined;
  const last = read.kind === "ok" && left === 0 ? read.value.cancels?.at(-1) : undefined;
  if (last) return { kind: "done", transactionKey: last.transactionKey };
  if (answer.kind !== "refused") return { kind: "later", raiseRound: false };
  if (isRetryable(answer.code)) return { kind: "later", raiseRound: true };
  if (left !== undefined) {
    await raiseAlert(deps, "REFUND_REFUSED", order.orderNumber, { code: answer.code, left });
  }
  return { kind: "later", raiseRound: false };
};

const goneReason = "판매가 종료되어 결제를 취소합니다.";

/** Records that the provider gave everything back: refunding → refunded, once. */
const close = async (deps: Deps, orderId: string, transactionKey: string): Promise<void> => {
  await Order.transaction(deps.knex, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.status !== "refunding" || order.paidAt !== null) return;
    await trx.raw(
      "insert into refunds (order_id, amount, reason, provider_transaction_key, completed_at) values (?, ?, ?, ?, app_now())",
      [orderId, order.amount, goneReason, transactionKey],
    );
    await Order.query(trx)
      .findById(orderId)
      .patch({ status: "refunded", refundedAt: appNow(), confirmLeaseUntil: null, nextCheckAt: null });
  });
};

/**
 * Gives back the charge of an order that never became paid. Safe to call again at any time: the lease keeps two callers
 * apart, and the provider is asked what it did before anything is sent again.
 */
export const finishRefund = async (deps: Deps, orderId: string): Promise<void> => {
  const order = await Order.transaction(deps.knex, async (trx) => {
    const found = await lockOrder(trx, orderId);
    return found.status === "refunding" && (await renewLease(trx, orderId)) ? found : undefined;
  });
  if (!order?.tossPaymentKey) return;
  const result = await cancelCharge(deps, order, order.tossPaymentKey, goneReason);
  if (result.kind === "done") {
    await close(deps, orderId, result.transactionKey);
    return;
  }
  await Order.query()
    .findById(orderId)
    .where("status", "refunding")
    .patch({
      confirmLeaseUntil: null,
      attempts: order.attempts + 1,
      providerRound: order.providerRound + (result.raiseRound ? 1 : 0),
      nextCheckAt: nextCheck(),
    });
};
