import { raiseAlert } from "../alerts/alerts.ts";
import { appNow } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import { tellsNothing, type TossPayment } from "../../gateways/toss.ts";
import { nextCheck } from "./backoff.ts";
import { Order } from "./Order.ts";
import { findRefund } from "./beginRefund.ts";
import { lockParties, lockOrder } from "./complete.ts";
import { resolveRefusal } from "./completeRefund.ts";
import { cancelCharge } from "./finishRefund.ts";
import { Refund } from "./Refund.ts";
import { announceUnsold } from "./refundTexts.ts";

const lateReason = "주문이 완료되지 않아 결제를 취소합니다.";

/** Gives back a charge that came after its order had ended; throws until that is done. */
const returnCharge = async (deps: Deps, order: Order, payment: TossPayment): Promise<void> => {
  await raiseAlert(deps, "CHARGED_AFTER_END", order.orderNumber, {
    status: order.status,
    charged: payment.totalAmount,
    left: payment.balanceAmount,
  });
  const result = await cancelCharge(deps, order, payment.paymentKey, lateReason);
  if (result.kind === "done") {
    await Order.transaction(deps.knex, async (trx) => {
      const locked = await lockOrder(trx, order.id);
      if (await findRefund(trx, order.id)) return;
      await lockParties(trx, locked);
      await Refund.query(trx).insert({
        orderId: order.id,
        amount: payment.totalAmount,
        reason: lateReason,
        providerTransactionKey: result.transactionKey,
        completedAt: appNow(),
      });
      await announceUnsold(deps, trx, locked, locked.status);
    });
    return;
  }
  if (result.kind === "refused")
    await raiseAlert(deps, "REFUND_REFUSED", order.orderNumber, { code: result.code, left: result.left });
  if (result.kind === "refused" || result.raiseRound) {
    // The provider repeats a refusal for the same key. Two callers with the same refusal raise the round once.
    await Order.query()
      .findById(order.id)
      .where({ provider_round: order.providerRound })
      .patch({ providerRound: order.providerRound + 1 });
  }
  throw new Error("a late charge was not given back yet");
};

/**
 * Asks the provider about an order that ended without a charge, and gives a late charge back; the ended order itself
 * stays as it is. `open`: a charge is still possible. Throws when the provider does not answer.
 */
export const checkEnded = async (deps: Deps, orderId: string): Promise<"open" | "closed"> => {
  const order = await Order.query().findById(orderId).throwIfNotFound();
  if ((order.status !== "failed" && order.status !== "expired") || order.amount === 0) return "closed";
  const read = await deps.toss.paymentByOrder(order.orderNumber);
  if (tellsNothing(read)) throw new Error("the provider did not answer");
  if (read.kind !== "ok") return "open";
  const payment = read.value;
  if (payment.orderId !== order.orderNumber) return "closed";
  switch (payment.status) {
    case "DONE":
    case "PARTIAL_CANCELED":
    case "CANCELED":
      if (payment.balanceAmount > 0) await returnCharge(deps, order, payment);
      await resolveRefusal(deps, order);
      return "closed";
    case "READY":
    case "IN_PROGRESS":
    case "WAITING_FOR_DEPOSIT":
      return "open";
    case "ABORTED":
    case "EXPIRED":
      return "closed";
  }
};

/** In SQL: whether a charge of an ended order is still possible. */
const isWatchedSql = "coalesce(claimed_at, created_at) > app_now() - interval '1 hour'";

/**
 * Checks an ended order while a charge of it is possible, and until a charge is given back. The time of its next check
 * is moved first: no other process asks meanwhile, and a killed one blocks nothing.
 */
export const watchEnded = async (deps: Deps, orderId: string): Promise<void> => {
  const isTaken = await Order.query()
    .findById(orderId)
    .whereIn("status", ["failed", "expired"])
    .whereRaw("next_check_at <= app_now()")
    .patch({ nextCheckAt: nextCheck() });
  if (isTaken === 0) return;
  const state = await checkEnded(deps, orderId);
  const watched = Order.query().findById(orderId).patch({ nextCheckAt: null });
  await (state === "closed" ? watched : watched.whereRaw(`not (${isWatchedSql})`));
};
