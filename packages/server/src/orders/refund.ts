import { raiseAlert } from "../alerts/alerts.ts";
import { appNow } from "../database/clock.ts";
import type { Deps } from "../deps.ts";
import { isRetryable } from "../gateways/toss.ts";
import { renewLease } from "./claim.ts";
import { lockOrder } from "./complete.ts";
import { Order } from "./Order.ts";
import { nextCheck } from "./backoff.ts";

const reason = "판매가 종료되어 결제를 취소합니다.";

/** Records that the provider gave everything back: refunding → refunded, once. */
const close = async (deps: Deps, orderId: string, transactionKey: string): Promise<void> => {
  await Order.transaction(deps.knex, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.status !== "refunding" || order.paidAt !== null) return;
    await trx.raw(
      "insert into refunds (order_id, amount, reason, provider_transaction_key, completed_at) values (?, ?, ?, ?, app_now())",
      [orderId, order.amount, reason, transactionKey],
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
  const answer = await deps.toss.cancel(
    order.tossPaymentKey,
    reason,
    `refund:${orderId}:${order.providerRound}`,
  );
  const read = answer.kind === "ok" ? answer : await deps.toss.paymentByKey(order.tossPaymentKey);
  const cancelled =
    read.kind === "ok" && read.value.balanceAmount === 0 ? read.value.cancels?.at(-1) : undefined;
  if (cancelled) {
    await close(deps, orderId, cancelled.transactionKey);
    return;
  }
  const refused = answer.kind === "refused";
  if (refused && !isRetryable(answer.code)) {
    await raiseAlert(deps, "REFUND_REFUSED", order.orderNumber, { code: answer.code });
  }
  await Order.query()
    .findById(orderId)
    .where("status", "refunding")
    .patch({
      confirmLeaseUntil: null,
      attempts: order.attempts + 1,
      providerRound: order.providerRound + (refused && isRetryable(answer.code) ? 1 : 0),
      nextCheckAt: nextCheck(order.attempts),
    });
};
