import { orderMinutes } from "@knowhow/shared";
import { appTime } from "../../database/clock.ts";
import type { Deps } from "../../deps.ts";
import { tellsNothing, type TossPayment } from "../../gateways/toss.ts";
import { nextCheck } from "./backoff.ts";
import { reclaim } from "./claim.ts";
import { lockOrder } from "./complete.ts";
import { watchEnded } from "./late.ts";
import { orderMoves } from "./lifecycle.ts";
import { Order } from "./Order.ts";
import { callAboutPayment, captureOrder, decideByPayment, settleCharge } from "./outcome.ts";
import { finishRefund } from "./finishRefund.ts";
import { followPayment, type Cancellation } from "./providerCancel.ts";
import { verdictOf } from "./verdict.ts";

/** In SQL: an order that may be asked about again. */
export const isDueSql = "coalesce(next_check_at, '-infinity') <= app_now()";
/** In SQL: a pending order whose time is over. */
export const isOverdueSql = `status = 'pending' and created_at <= app_now() - ${orderMinutes} * interval '1 minute' and ${isDueSql}`;

/** Claims an overdue pending order for one question to the provider: no other process asks in the meantime. */
const takeOverdue = (deps: Deps, orderId: string): Promise<Order | undefined> =>
  Order.transaction(deps.knex, async (trx) => {
    await lockOrder(trx, orderId);
    return Order.query(trx)
      .findById(orderId)
      .whereRaw(isOverdueSql)
      .patch({ nextCheckAt: appTime("app_now() + interval '1 minute'") })
      .returning("*")
      .first();
  });

/** The provider's state of an unclaimed order; `unheard` when its reading taught nothing. */
export const readPending = async (
  deps: Deps,
  order: Order,
): Promise<"over" | "open" | "settled" | "unheard"> => {
  if (order.amount === 0) return "over";
  const read = await deps.toss.paymentByOrder(order.orderNumber);
  if (tellsNothing(read)) return "unheard";
  if (read.kind !== "ok") return "over";
  switch (verdictOf(order, read.value)) {
    case "charged":
      await settleCharge(deps, order.id, read.value);
      return "settled";
    case "differs":
      await callAboutPayment(deps, order, read.value);
      return "open";
    case "open":
      // A payment window that was opened and left brings no charge.
      return read.value.status === "READY" ? "over" : "open";
    default:
      return "over";
  }
};

/** Closes a pending order whose time is over: expired, unless the provider has charged it after all. */
export const closePending = async (deps: Deps, orderId: string): Promise<void> => {
  const order = await takeOverdue(deps, orderId);
  if (!order) return;
  const state = await readPending(deps, order);
  if (state === "settled") return;
  const next = {
    unheard: { nextCheckAt: nextCheck() },
    open: { nextCheckAt: appTime("app_now() + interval '5 minutes'") },
    over: { status: orderMoves.expire.to, nextCheckAt: null },
  } as const;
  await Order.query()
    .findById(orderId)
    .whereIn("status", [...orderMoves.expire.from])
    .patch(next[state]);
};

/**
 * Acts on an order's payment as it was read, however old the order is, and captures nothing: the provider may have
 * forgotten our keys.
 */
export const followOrder = async (
  deps: Deps,
  orderId: string,
  payment: TossPayment,
): Promise<Cancellation> => {
  const order = await Order.query(deps.knex).findById(orderId).throwIfNotFound();
  if (order.status !== "confirming") return followPayment(deps, orderId, payment);
  if (payment.paymentKey === order.tossPaymentKey)
    await decideByPayment(deps, order, payment, undefined, "reconciler");
  return "none";
};

/**
 * Brings a charge or a refund that is under way forward: the same moves as the buyer's own call, with the same keys.
 * False when the provider was not asked: another call holds the order, or has ended it.
 */
export const advanceOrder = async (deps: Deps, { id, status }: Order): Promise<boolean> => {
  if (status === "refunding") return finishRefund(deps, id);
  const claim = await Order.transaction(deps.knex, async (trx) => reclaim(trx, await lockOrder(trx, id)));
  // The buyer authorised this charge; the idempotency key makes a second one impossible.
  if (claim) await captureOrder(deps, claim, "reconciler");
  return claim !== undefined;
};

/** Brings one order forward, unless it is held. */
export const reconcileOrder = async (deps: Deps, orderId: string): Promise<void> => {
  const order = await Order.query().findById(orderId);
  switch (order?.status) {
    case "pending":
      return closePending(deps, orderId);
    case "confirming":
    case "refunding":
      await advanceOrder(deps, order);
      return;
    case "failed":
    case "expired":
      return watchEnded(deps, orderId);
    default:
  }
};
