import { raw } from "objection";
import type { Logger } from "pino";
import { raiseOnce } from "../alerts/alerts.ts";
import { appNow } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import { emit } from "../../events/emit.ts";
import {
  isDefiniteNo,
  isRetryable,
  tellsNothing,
  type TossAnswer,
  type TossPayment,
} from "../../gateways/toss.ts";
import { nextCheck, soonCheck } from "./backoff.ts";
import type { Claim } from "./claim.ts";
import { completeOrder, lockParties, lockOrder, obstacleOf } from "./complete.ts";
import { orderMoves } from "./lifecycle.ts";
import { moveOrder } from "./move.ts";
import { buyerNews } from "./news.ts";
import { Order } from "./Order.ts";
import { finishRefund } from "./finishRefund.ts";
import { verdictOf } from "./verdict.ts";

/** An order's state after the provider was asked. */
export type ConfirmOutcome = "paid" | "failed" | "refunding" | "undecided";

/** The caller: only the reconciler's own tries move its next one further away. */
type Asker = "buyer" | "reconciler";

/** Why an order is not charged: the provider's refusal, or our own obstacle. */
interface Refusal {
  code: string;
  message: string;
  isObstacle?: boolean;
}

/**
 * Minutes after the claim from which a payment unknown to the provider counts as never charged. It can be approved for
 * 10 minutes after the buyer authenticated, which was before the claim; the rest is for an approval that began in the
 * last of them.
 */
const unseenMinutes = 20;

/** Makes a charged order paid, or gives the money back when it may no longer be sold. One transaction. */
export const settleCharge = async (
  deps: Deps,
  orderId: string,
  payment: TossPayment,
): Promise<ConfirmOutcome> => {
  const outcome = await Order.transaction(deps.knex, async (trx): Promise<ConfirmOutcome> => {
    const order = await lockOrder(trx, orderId);
    if (order.paidAt !== null) return "paid";
    if (order.status === "failed" || order.status === "expired") {
      // The order ended while the provider was asked: the next check gives the charge back.
      await Order.query(trx).findById(orderId).patch({ nextCheckAt: appNow() });
      return "failed";
    }
    if (order.status !== "confirming" && order.status !== "pending") return "refunding";
    await lockParties(trx, order);
    const obstacle = await obstacleOf(trx, order, { isNew: false });
    if (obstacle) {
      await moveOrder(trx, orderId, orderMoves.returnCharge, {
        tossPaymentKey: payment.paymentKey,
        tossOrderId: payment.orderId,
        failureCode: obstacle.code,
        claimedAt: appNow(),
        attempts: 0,
        providerRound: 1,
        confirmLeaseUntil: null,
        nextCheckAt: appNow(),
      });
      await emit(trx, [buyerNews(order, "refunding")]);
      return "refunding";
    }
    await completeOrder(deps, trx, order, payment);
    deps.failpoint("saleBeforeCommit");
    return "paid";
  });
  if (outcome === "paid") deps.failpoint("saleCommitted");
  if (outcome === "refunding") await finishRefund(deps, orderId);
  return outcome;
};

/** Ends an order without a charge; unless that is certain, the provider is asked again later. */
const fail = async (
  deps: Deps,
  orderId: string,
  { code, message }: Refusal,
  { isCertain }: { isCertain: boolean },
): Promise<ConfirmOutcome> =>
  Order.transaction(deps.knex, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.paidAt !== null) return "paid";
    if (order.status !== "confirming") return "failed";
    await moveOrder(trx, orderId, orderMoves.fail, {
      tossPaymentKey: null,
      failureCode: code,
      failureMessage: message,
      confirmLeaseUntil: null,
      nextCheckAt: isCertain ? null : appNow(),
    });
    return "failed";
  });

/** Leaves an order as it is for the next try: the buyer's at once, the reconciler's later. */
const postpone = async (
  order: Order,
  asker: Asker,
  { raiseRound }: { raiseRound: boolean },
): Promise<ConfirmOutcome> => {
  const left = await Order.query()
    .findById(order.id)
    .where("status", "confirming")
    .patch({
      confirmLeaseUntil: null,
      providerRound: order.providerRound + (raiseRound ? 1 : 0),
      ...(asker === "buyer"
        ? { nextCheckAt: soonCheck() }
        : { attempts: order.attempts + 1, nextCheckAt: nextCheck() }),
    });
  if (left === 1) return "undecided";
  const current = await Order.query().findById(order.id).throwIfNotFound();
  return current.paidAt ? "paid" : "failed";
};

/** Calls a person, once, about a payment of another amount than its order, or of which a part went back. */
export const callAboutPayment = (
  deps: Deps,
  { orderNumber, amount }: Order,
  { status, totalAmount, balanceAmount }: TossPayment,
): Promise<void> =>
  raiseOnce(deps, "PAYMENT_DIFFERS", orderNumber, {
    status,
    expected: amount,
    charged: totalAmount,
    left: balanceAmount,
  });

/** Decides by the payment's state at the provider, never by a call's outcome. */
export const decideByPayment = async (
  deps: Deps,
  order: Order,
  payment: TossPayment,
  refusal: Refusal | undefined,
  asker: Asker,
): Promise<ConfirmOutcome | undefined> => {
  switch (verdictOf(order, payment)) {
    case "charged":
      return settleCharge(deps, order.id, payment);
    case "differs":
      await callAboutPayment(deps, order, payment);
      return postpone(order, asker, { raiseRound: false });
    case "ended": {
      const reason = refusal ?? { code: payment.status, message: "결제가 승인되지 않았습니다." };
      return fail(deps, order.id, reason, { isCertain: true });
    }
    case "foreign": {
      const reason = { code: "FORBIDDEN_REQUEST", message: "이 주문의 결제 정보가 아닙니다." };
      return fail(deps, order.id, refusal ?? reason, { isCertain: true });
    }
    case "open":
      return undefined;
  }
};

/** Whether the provider can no longer approve a payment that it does not know. */
const isUnseenForGood = async (deps: Deps, order: Order): Promise<boolean> => {
  const found = await Order.query(deps.knex)
    .findById(order.id)
    .where(raw("claimed_at <= app_now() - ? * interval '1 minute'", [unseenMinutes]))
    .select("id");
  return found !== undefined;
};

/** Reads the payment of a claimed order from the provider, and decides by it. */
const decideByReading = async (
  deps: Deps,
  order: Order,
  refusal: Refusal | undefined,
  asker: Asker,
): Promise<ConfirmOutcome> => {
  const isNo = refusal !== undefined && (refusal.isObstacle === true || isDefiniteNo(refusal.code));
  const isProvidersNo = isNo && refusal.isObstacle !== true;
  const raiseRound = refusal !== undefined && refusal.isObstacle !== true && isRetryable(refusal.code);
  const read = await deps.toss.paymentByKey(order.tossPaymentKey ?? "");
  if (read.kind === "ok") {
    const outcome = await decideByPayment(deps, order, read.value, refusal, asker);
    if (outcome) return outcome;
    // Our own refusal ends the order although an earlier, unanswered confirm may still complete: so it is not certain.
    return isNo
      ? fail(deps, order.id, refusal, { isCertain: isProvidersNo })
      : postpone(order, asker, { raiseRound });
  }
  if (read.kind === "refused" && read.status === 404) {
    // An unknown payment decides nothing: a running confirm may show only when it is done.
    if (isProvidersNo) return fail(deps, order.id, refusal, { isCertain: true });
    if (await isUnseenForGood(deps, order))
      return fail(deps, order.id, refusal ?? read, { isCertain: false });
  }
  return postpone(order, asker, { raiseRound });
};

/**
 * Calls the provider for an order that the caller has claimed, outside any transaction, and acts on the result. With an
 * obstacle no charge is requested: only the result of an earlier call is read.
 */
export const captureOrder = async (
  deps: Deps,
  { order, obstacle, isFirst }: Claim,
  asker: Asker,
): Promise<ConfirmOutcome> => {
  deps.failpoint("claimed");
  if (obstacle) {
    return decideByReading(
      deps,
      order,
      { code: obstacle.code, message: obstacle.message, isObstacle: true },
      asker,
    );
  }
  if (!isFirst) {
    // A repeated call would get the earlier answer, outdated by now; the payment itself may have changed since.
    const read = await deps.toss.paymentByKey(order.tossPaymentKey ?? "");
    const outcome =
      read.kind === "ok" ? await decideByPayment(deps, order, read.value, undefined, asker) : undefined;
    if (outcome) return outcome;
    if (tellsNothing(read)) return postpone(order, asker, { raiseRound: false });
  }
  const answer: TossAnswer<TossPayment> = await deps.toss.confirm(
    { paymentKey: order.tossPaymentKey ?? "", orderId: order.orderNumber, amount: order.amount },
    `confirm:${order.orderNumber}:${order.providerRound}`,
  );
  deps.failpoint("providerConfirmed");
  logAnswer(deps.log, order, answer);
  if (answer.kind === "ok") {
    const outcome = await decideByPayment(deps, order, answer.value, undefined, asker);
    return outcome ?? decideByReading(deps, order, undefined, asker);
  }
  const refusal = answer.kind === "refused" ? { code: answer.code, message: answer.message } : undefined;
  return decideByReading(deps, order, refusal, asker);
};

const logAnswer = (log: Logger, order: Order, answer: TossAnswer<TossPayment>): void => {
  log.info(
    {
      orderNumber: order.orderNumber,
      round: order.providerRound,
      answer: answer.kind,
      code:
        answer.kind === "refused"
          ? answer.code
          : answer.kind === "unknown"
            ? answer.reason
            : answer.value.status,
    },
    "payment confirm answered",
  );
};
