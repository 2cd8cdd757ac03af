import { setTimeout as sleep } from "node:timers/promises";
import type Router from "@koa/router";
import { number, object, string } from "yup";
import { checkBody } from "./body.ts";
import { errorForCode, isDecline, standinError } from "./errors.ts";
import { presentPayment } from "./paymentObject.ts";
import {
  failureOf,
  hidePayment,
  lockPayment,
  movePayment,
  newTransactionKey,
  paymentOfOrder,
  type Payment,
} from "./payments.ts";
import { type RestCall, restRoute } from "./restCall.ts";
import type { Standin } from "./standin.ts";
import { clockNow } from "./store.ts";
import { koreanTime } from "./times.ts";

const confirmBody = object({
  paymentKey: string().required().max(200),
  orderId: string().required().max(64),
  amount: number().required().integer(),
});

const cancelBody = object({
  cancelReason: string().required().max(200),
  cancelAmount: number().integer().positive().nullable().optional(),
  refundableAmount: number().integer().min(0).nullable().optional(),
});

/** Takes the money of an authenticated payment: the checks stand in the provider's order. */
async function confirm(standin: Standin, call: RestCall): Promise<object> {
  const wanted = checkBody(confirmBody, call.body);
  if (call.actAfterMs > 0) {
    // Seen by others at once, so not in this call's own transaction.
    await hidePayment(standin.pool, wanted.paymentKey, call.actAfterMs);
    await sleep(call.actAfterMs, undefined, { signal: standin.closing });
  }
  const locked = await lockPayment(call.db, { paymentKey: wanted.paymentKey });
  if (locked === undefined || ["READY", "ABORTED", "EXPIRED"].includes(locked.payment.status)) {
    throw standinError("NOT_FOUND_PAYMENT_SESSION");
  }
  const { payment, siblings } = locked;
  if (payment.orderId !== wanted.orderId) throw standinError("FORBIDDEN_REQUEST");
  // Which code the provider gives for an amount that differs is not documented; this one is an assumption.
  if (payment.amount !== wanted.amount) throw standinError("INVALID_REQUEST");
  if (payment.status !== "IN_PROGRESS") throw standinError("ALREADY_PROCESSED_PAYMENT");
  if (siblings.some((other) => other.approvedAt !== null)) throw standinError("DUPLICATED_ORDER_ID");
  if (call.toldCode !== undefined && isDecline(call.toldCode)) {
    const failure = failureOf(errorForCode(call.toldCode));
    await movePayment(call.db, payment, "ABORTED", { failure });
  }
  call.refuseIfTold();
  return presentPayment(
    await movePayment(call.db, payment, "DONE", { lastTransactionKey: newTransactionKey() }),
  );
}

function refuseCancel(payment: Payment, amount: number, refundableAmount: number | null | undefined): void {
  if (payment.status === "CANCELED") throw standinError("ALREADY_CANCELED_PAYMENT");
  if (payment.status !== "DONE" && payment.status !== "PARTIAL_CANCELED") {
    throw standinError("NOT_CANCELABLE_PAYMENT");
  }
  if (payment.balanceAmount === 0) throw standinError("NOT_CANCELABLE_AMOUNT");
  if (refundableAmount != null && refundableAmount !== payment.balanceAmount) {
    throw standinError("NOT_MATCHES_REFUNDABLE_AMOUNT");
  }
  if (amount > payment.balanceAmount) throw standinError("NOT_CANCELABLE_AMOUNT");
}

/** Gives money back; a payment refunded in parts stays PARTIAL_CANCELED even when nothing is left. */
async function cancel(call: RestCall): Promise<object> {
  const locked = await lockPayment(call.db, { paymentKey: call.params["paymentKey"] ?? "" });
  if (locked === undefined) throw standinError("NOT_FOUND_PAYMENT");
  const { payment } = locked;
  const wanted = checkBody(cancelBody, call.body);
  const amount = wanted.cancelAmount ?? payment.balanceAmount;
  refuseCancel(payment, amount, wanted.refundableAmount);
  call.refuseIfTold();
  const balanceAmount = payment.balanceAmount - amount;
  const transactionKey = newTransactionKey();
  const entry = {
    transactionKey,
    cancelAmount: amount,
    cancelReason: wanted.cancelReason,
    refundableAmount: balanceAmount,
    canceledAt: koreanTime(await clockNow(call.db)),
  };
  const moved = await movePayment(
    call.db,
    payment,
    amount === payment.amount ? "CANCELED" : "PARTIAL_CANCELED",
    { balanceAmount, lastTransactionKey: transactionKey, cancels: [...payment.cancels, entry] },
    amount,
  );
  return presentPayment(moved);
}

/** Adds the payment calls of the provider's REST interface. */
export function addPaymentRoutes(router: Router, standin: Standin): void {
  router.post(
    "/v1/payments/confirm",
    restRoute(standin, { version: 1 }, (call) => confirm(standin, call)),
  );
  router.get(
    "/v1/payments/orders/:orderId",
    restRoute(standin, { version: 1 }, async (call) => {
      const payment = await paymentOfOrder(call.db, call.params["orderId"] ?? "");
      call.refuseIfTold();
      return presentPayment(payment);
    }),
  );
  router.get(
    "/v1/payments/:paymentKey",
    restRoute(standin, { version: 1 }, async (call) => {
      const locked = await lockPayment(call.db, { paymentKey: call.params["paymentKey"] ?? "" });
      if (locked === undefined || locked.payment.hidden) throw standinError("NOT_FOUND_PAYMENT");
      call.refuseIfTold();
      return presentPayment(locked.payment);
    }),
  );
  router.post("/v1/payments/:paymentKey/cancel", restRoute(standin, { version: 1 }, cancel));
}
