import { AppError, orderMinutes } from "@knowhow/shared";
import { UniqueViolationError } from "objection";
import { appNow, appTime } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { isYoungSql, soonCheck } from "./backoff.ts";
import { lockParties, lockOrder, obstacleOf } from "./complete.ts";
import { orderMoves } from "./lifecycle.ts";
import { moveOrder } from "./move.ts";
import { Order } from "./Order.ts";

/** Seconds for which one caller may ask the provider about an order undisturbed. */
const leaseSeconds = 60;
const lease = () => appTime("app_now() + ? * interval '1 second'", [leaseSeconds]);

const isTooOld = async (trx: Trx, order: Order): Promise<boolean> => {
  const { rows } = await trx.raw<{ rows: { old: boolean }[] }>(
    "select created_at <= app_now() - ? * interval '1 minute' as old from orders where id = ?",
    [orderMinutes, order.id],
  );
  return rows[0]?.old ?? true;
};

const claimPending = async (trx: Trx, order: Order, paymentKey: string): Promise<void> => {
  if (await isTooOld(trx, order)) throw new AppError("ORDER_EXPIRED");
  // A seller who leaves meanwhile either finds the claim, or has left before it: nothing is captured for who is gone.
  await lockParties(trx, order);
  const obstacle = await obstacleOf(trx, order, { isNew: true });
  if (obstacle?.code === "ALREADY_PURCHASED") {
    // Another tab's order may still fail: then this one can be paid after all.
    const other = await Order.query(trx)
      .findOne({ buyer_id: order.buyerId, content_id: order.contentId, status: "confirming" })
      .select("id");
    throw other ? new AppError("PAYMENT_PENDING", { retryAfter: 2 }) : obstacle;
  }
  if (obstacle) throw obstacle;
  await moveOrder(trx, order.id, orderMoves.claim, {
    tossPaymentKey: paymentKey,
    tossOrderId: order.orderNumber,
    claimedAt: appNow(),
    confirmLeaseUntil: lease(),
    attempts: 0,
    nextCheckAt: soonCheck(),
  });
};

/** An order claimed for one exchange with the provider, and the obstacle that has come up meanwhile, if any. */
export interface Claim {
  order: Order;
  obstacle: AppError | undefined;
  /** The provider was never asked to charge it. */
  isFirst: boolean;
}

/** Takes a locked order over from a call that decided nothing; undefined while another caller holds it. */
export const reclaim = async (trx: Trx, order: Order): Promise<Claim | undefined> =>
  order.status === "confirming" && (await renewLease(trx, order.id))
    ? { order, obstacle: await obstacleOf(trx, order, { isNew: false }), isFirst: false }
    : undefined;

/**
 * Claims an order for one call to the provider: from pending, or from a confirming whose last call decided nothing.
 * Committed before the call, so that a crash after it can be repaired. Undefined: another caller holds it, or it is
 * done.
 */
export const claimOrder = async (
  { knex, failpoint }: Pick<Deps, "knex" | "failpoint">,
  orderId: string,
  paymentKey: string,
): Promise<Claim | undefined> => {
  try {
    return await Order.transaction(knex, async (trx) => {
      const order = await lockOrder(trx, orderId);
      if (order.status !== "pending") return reclaim(trx, order);
      await claimPending(trx, order, paymentKey);
      failpoint("claimBeforeCommit");
      const claimed = await Order.query(trx).findById(orderId).throwIfNotFound();
      return { order: claimed, obstacle: undefined, isFirst: true };
    });
  } catch (error) {
    if (!(error instanceof UniqueViolationError)) throw error;
    if (error.constraint === "orders_one_purchase") throw new AppError("PAYMENT_PENDING", { retryAfter: 2 });
    // The payment belongs to another order. While that one is undecided, the key may have been sent by the wrong user.
    const holder = await Order.query().findOne({ toss_payment_key: paymentKey }).select("status");
    if (!holder || holder.status === "confirming") throw new AppError("PAYMENT_PENDING", { retryAfter: 2 });
    throw new AppError("VALIDATION", { fields: { paymentKey: "이 주문의 결제 정보가 아닙니다." } });
  }
};

/** Whether an order is still asked about by itself. */
export const isYoung = async ({ knex }: Pick<Deps, "knex">, { id }: Order): Promise<boolean> =>
  (await Order.query(knex).findById(id).whereRaw(isYoungSql).select("id")) !== undefined;

/** Takes over an order whose lease has expired; false while it is held, and when it is too old to be asked about. */
export const renewLease = async (trx: Trx, orderId: string): Promise<boolean> => {
  const taken = await Order.query(trx)
    .findById(orderId)
    .whereIn("status", ["confirming", "refunding"])
    .whereRaw(`coalesce(confirm_lease_until, '-infinity') <= app_now() and ${isYoungSql}`)
    .patch({ confirmLeaseUntil: lease() });
  return taken === 1;
};
