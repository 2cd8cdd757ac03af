import type { Logger } from "pino";
import { raiseAlert } from "../alerts/alerts.ts";
import { appTime } from "../database/clock.ts";
import { nextCheck } from "./backoff.ts";
import type { Deps } from "../deps.ts";
import { isRetryable, type TossAnswer, type TossPayment } from "../gateways/toss.ts";
import { completeOrder, lockOrder, obstacleOf } from "./complete.ts";
import { Order } from "./Order.ts";
import { finishRefund } from "./refund.ts";

/** What became of an order after the provider was asked. */
export type Outcome = "paid" | "failed" | "refunding" | "undecided";

interface Refusal {
  code: string;
  message: string;
}

const isOurs = (order: Order, payment: TossPayment): boolean => payment.orderId === order.orderNumber;

const isWhole = (order: Order, payment: TossPayment): boolean =>
  payment.status === "DONE" && payment.currency === "KRW" && payment.totalAmount === order.amount;

/** Makes a charged order paid, or gives the money back when it may no longer be sold. One transaction. */
export const settleCharge = async (deps: Deps, orderId: string, payment: TossPayment): Promise<Outcome> => {
  const outcome = await Order.transaction(deps.knex, async (trx): Promise<Outcome> => {
    const order = await lockOrder(trx, orderId);
    if (order.paidAt !== null) return "paid";
    if (order.status !== "confirming" && order.status !== "pending")
      return order.status === "failed" ? "failed" : "refunding";
    const obstacle = await obstacleOf(trx, order);
    if (obstacle) {
      await Order.query(trx)
        .findById(orderId)
        .patch({
          status: "refunding",
          tossPaymentKey: payment.paymentKey,
          tossOrderId: payment.orderId,
          failureCode: obstacle,
          providerRound: 1,
          confirmLeaseUntil: null,
          nextCheckAt: appTime("app_now()"),
        });
      return "refunding";
    }
    await completeOrder(deps, trx, order, payment);
    deps.failpoint("d");
    return "paid";
  });
  if (outcome === "paid") deps.failpoint("e");
  if (outcome === "refunding") await finishRefund(deps, orderId);
  return outcome;
};

const fail = async (deps: Deps, orderId: string, { code, message }: Refusal): Promise<Outcome> =>
  Order.transaction(deps.knex, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.paidAt !== null) return "paid";
    if (order.status !== "confirming") return "failed";
    await Order.query(trx).findById(orderId).patch({
      status: "failed",
      tossPaymentKey: null,
      failureCode: code,
      failureMessage: message,
      confirmLeaseUntil: null,
      nextCheckAt: null,
    });
    return "failed";
  });

/** Leaves an order as it is, for the next try: by the buyer at once, by the reconciler later. */
const postpone = async (order: Order, { raiseRound }: { raiseRound: boolean }): Promise<Outcome> => {
  const left = await Order.query()
    .findById(order.id)
    .where("status", "confirming")
    .patch({
      confirmLeaseUntil: null,
      attempts: order.attempts + 1,
      providerRound: order.providerRound + (raiseRound ? 1 : 0),
      nextCheckAt: nextCheck(order.attempts),
    });
  if (left === 1) return "undecided";
  const current = await Order.query().findById(order.id).throwIfNotFound();
  return current.paidAt ? "paid" : "failed";
};

const ended: readonly TossPayment["status"][] = ["ABORTED", "EXPIRED", "CANCELED", "PARTIAL_CANCELED"];

/** Decides by what the provider says about a payment, never by how a call to it ended. */
const decideByPayment = async (
  deps: Deps,
  order: Order,
  payment: TossPayment,
  refusal: Refusal | undefined,
): Promise<Outcome | undefined> => {
  const foreign: Refusal = { code: "FORBIDDEN_REQUEST", message: "이 주문의 결제 정보가 아닙니다." };
  if (!isOurs(order, payment)) return fail(deps, order.id, refusal ?? foreign);
  if (isWhole(order, payment)) return settleCharge(deps, order.id, payment);
  if (payment.status === "DONE") {
    await raiseAlert(deps, "PAYMENT_DIFFERS", order.orderNumber, {
      expected: order.amount,
      charged: payment.totalAmount,
    });
    return postpone(order, { raiseRound: false });
  }
  if (ended.includes(payment.status)) {
    return fail(deps, order.id, refusal ?? { code: payment.status, message: "결제가 승인되지 않았습니다." });
  }
  return undefined;
};

/** Asks the provider what became of the payment of a claimed order, and decides by its answer. */
const decideByReading = async (deps: Deps, order: Order, refusal: Refusal | undefined): Promise<Outcome> => {
  const read = await deps.toss.paymentByKey(order.tossPaymentKey ?? "");
  if (read.kind === "ok") {
    const outcome = await decideByPayment(deps, order, read.value, refusal);
    if (outcome) return outcome;
    if (refusal && !isRetryable(refusal.code)) return fail(deps, order.id, refusal);
    return postpone(order, { raiseRound: refusal !== undefined });
  }
  if (read.kind === "refused" && read.status === 404) {
    return fail(deps, order.id, refusal ?? { code: read.code, message: read.message });
  }
  return postpone(order, { raiseRound: refusal !== undefined && isRetryable(refusal.code) });
};

/** Calls the provider for an order that the caller has claimed, outside any transaction, and acts on the result. */
export const captureOrder = async (deps: Deps, order: Order): Promise<Outcome> => {
  deps.failpoint("b");
  const answer: TossAnswer<TossPayment> = await deps.toss.confirm(
    { paymentKey: order.tossPaymentKey ?? "", orderId: order.orderNumber, amount: order.amount },
    `confirm:${order.orderNumber}:${order.providerRound}`,
  );
  deps.failpoint("c");
  logAnswer(deps.log, order, answer);
  if (answer.kind === "ok") {
    const outcome = await decideByPayment(deps, order, answer.value, undefined);
    return outcome ?? decideByReading(deps, order, undefined);
  }
  if (answer.kind === "refused") {
    return decideByReading(deps, order, { code: answer.code, message: answer.message });
  }
  return decideByReading(deps, order, undefined);
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
