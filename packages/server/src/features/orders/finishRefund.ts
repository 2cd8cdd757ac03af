import { raiseAlert } from "../alerts/alerts.ts";
import { appNow, appTime } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { administrators, emit } from "../../events/emit.ts";
import { isRetryable, type TossPayment } from "../../gateways/toss.ts";
import { closeUnsold, completeRefund, refuseRefund } from "./completeRefund.ts";
import { Refund } from "./Refund.ts";
import { nextCheck } from "./backoff.ts";
import { noteCancels } from "./cancels.ts";
import { renewLease } from "./claim.ts";
import { lockOrder } from "./complete.ts";
import { Order } from "./Order.ts";
import { notePart } from "./providerCancel.ts";
import { orderNews } from "./news.ts";
import { buyerOnly, refundTexts, postRefundMessages } from "./refundTexts.ts";

/** The result of a cancel; `transactionKey` is the provider's key of the last cancel, which ended the payment. */
type CancelResult =
  | { kind: "done"; transactionKey: string; cancels: NonNullable<TossPayment["cancels"]> }
  | { kind: "later"; raiseRound: boolean }
  | { kind: "refused"; code: string; left: number; payment: TossPayment };

/**
 * Cancels a charge as a whole, with or without earlier cancels. The payment's state at the provider decides, not the
 * call's outcome: it counts as refused only while the provider holds the money.
 */
export const cancelCharge = async (
  deps: Pick<Deps, "toss" | "failpoint">,
  order: Pick<Order, "orderNumber" | "providerRound">,
  paymentKey: string,
  reason: string,
): Promise<CancelResult> => {
  const answer = await deps.toss.cancel(
    paymentKey,
    reason,
    `refund:${order.orderNumber}:${order.providerRound}`,
  );
  deps.failpoint("providerCancelled");
  const read = answer.kind === "ok" ? answer : await deps.toss.paymentByKey(paymentKey);
  const payment = read.kind === "ok" ? read.value : undefined;
  const cancels = (payment?.balanceAmount === 0 ? payment.cancels : null) ?? [];
  const last = cancels.at(-1);
  if (last) return { kind: "done", transactionKey: last.transactionKey, cancels };
  if (answer.kind !== "refused") return { kind: "later", raiseRound: false };
  if (isRetryable(answer.code)) return { kind: "later", raiseRound: true };
  return payment === undefined
    ? { kind: "later", raiseRound: false }
    : { kind: "refused", code: answer.code, left: payment.balanceAmount, payment };
};

/** Why a charge that never became a purchase goes back, by the obstacle that the order keeps as its failure code. */
const unsoldReason = ({ failureCode }: Pick<Order, "failureCode">): string => {
  if (failureCode === "NOT_FOUND") return "판매가 종료되어 결제를 취소합니다.";
  if (failureCode === "ALREADY_PURCHASED") return "이미 구매한 콘텐츠라 결제를 취소합니다.";
  return "구매를 완료할 수 없어 결제를 취소합니다.";
};
const askedReason = "구매자의 환불 요청에 따라 결제를 취소합니다.";
const decidedReason = "관리자의 결정에 따라 결제를 취소합니다.";

/** The reason that the provider gets, and shows the buyer. */
const cancelReason = async ({ knex }: Pick<Deps, "knex">, order: Order): Promise<string> => {
  if (order.paidAt === null) return unsoldReason(order);
  const refund = await Refund.query(knex).findOne({ order_id: order.id }).select("requested_by");
  return refund?.requestedBy == null ? decidedReason : askedReason;
};

/** Whether the approval was announced just now, so that its end tells the seller nothing new. */
const isAnnounced = async (trx: Trx, { id, attempts }: Order): Promise<boolean> =>
  attempts === 0 &&
  (await Order.query(trx).findById(id).whereRaw("claimed_at > app_now() - interval '10 seconds'")) !==
    undefined;

/** Ends a sale whose money is back whole, maybe in parts without a notice. */
const closeSold = async (
  deps: Deps,
  trx: Trx,
  order: Order,
  { transactionKey, cancels }: Extract<CancelResult, { kind: "done" }>,
): Promise<void> => {
  await noteCancels(trx, order.id, cancels);
  const completed = refundTexts.completed(order);
  const message = (await isAnnounced(trx, order)) ? buyerOnly(completed) : completed;
  await completeRefund(deps, trx, order, { transactionKey, message });
};

/**
 * Acts on a cancel's result, in one transaction; does nothing when another caller was quicker. A result other than
 * money that is back counts only for the round that was asked.
 */
const settle = async (
  deps: Deps,
  { id: orderId, providerRound }: Order,
  result: CancelResult,
): Promise<void> => {
  await Order.transaction(deps.knex, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.status !== "refunding") return;
    if (result.kind !== "done" && order.providerRound !== providerRound) return;
    if (result.kind === "done") {
      await (order.paidAt === null
        ? closeUnsold(deps, trx, order, {
            transactionKey: result.transactionKey,
            reason: unsoldReason(order),
          })
        : closeSold(deps, trx, order, result));
      return;
    }
    if (result.kind === "refused" && order.paidAt !== null) {
      await refuseRefund(deps, trx, order, result);
      // A part that came while the refund was under way counts for the sale that goes on.
      const news = await notePart(deps, trx, await lockOrder(trx, orderId), result.payment);
      const admins = await administrators(trx, deps.config);
      news.push(...(await postRefundMessages(trx, order, refundTexts.refusedByProvider(order), admins)));
      await emit(trx, [orderNews(order, "paid", admins), ...news]);
      return;
    }
    if (result.kind === "refused")
      await raiseAlert({ ...deps, knex: trx }, "REFUND_REFUSED", order.orderNumber, {
        code: result.code,
        left: result.left,
      });
    await Order.query(trx)
      .findById(orderId)
      .patch({
        // Of two cancels of one payment within a second the provider runs only the first, whatever their keys.
        confirmLeaseUntil: appTime("app_now() + interval '2 seconds'"),
        attempts: order.attempts + 1,
        // The provider repeats a refusal for the same key.
        providerRound: order.providerRound + (result.kind === "refused" || result.raiseRound ? 1 : 0),
        nextCheckAt: nextCheck(),
      });
  });
  // Market counters and access have changed.
  await deps.microCache.forget();
};

/** Keeps the cancels of two decisions on one sale as far apart as the lease keeps the attempts of one. */
const claimCancel = async (trx: Trx, order: Order): Promise<boolean> => {
  if (order.paidAt === null) return true;
  const sent = await Refund.query(trx)
    .where({ order_id: order.id })
    .whereRaw("coalesce(cancel_sent_at, '-infinity') <= app_now() - interval '2 seconds'")
    .patch({ cancelSentAt: appNow() });
  return sent === 1;
};

/** Claims an order for one call to the provider; committed before the call. */
const claimRefund = (deps: Deps, orderId: string): Promise<Order | undefined> =>
  Order.transaction(deps.knex, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.status !== "refunding") return undefined;
    if (!(await claimCancel(trx, order))) {
      await Order.query(trx)
        .findById(orderId)
        .patch({ nextCheckAt: appTime("app_now() + interval '2 seconds'") });
      return undefined;
    }
    return (await renewLease(trx, orderId)) ? order : undefined;
  });

/**
 * Gives the money of an order in refunding back. Safe to call again at any time: the lease keeps two callers apart, the
 * key makes the provider do it once, and the payment is read before a refusal counts. False when nothing was asked.
 */
export const finishRefund = async (deps: Deps, orderId: string): Promise<boolean> => {
  const order = await claimRefund(deps, orderId);
  if (!order?.tossPaymentKey) return false;
  deps.failpoint("refundClaimed");
  const reason = await cancelReason(deps, order);
  await settle(deps, order, await cancelCharge(deps, order, order.tossPaymentKey, reason));
  return true;
};
