import { AppError } from "@knowhow/shared";
import { bannedFailure, suspendedFailure } from "../../http/sanctions.ts";
import { openChatRoom } from "../chats/open.ts";
import { appNow, appTime } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { emit } from "../../events/emit.ts";
import { meansOf, type TossPayment } from "../../gateways/toss.ts";
import { refreshSaleHolds } from "../settlements/holds.ts";
import { book } from "../settlements/ledger.ts";
import { Settlement } from "../settlements/Settlement.ts";
import { orderMoves } from "./lifecycle.ts";
import { moveOrder } from "./move.ts";
import { orderNews } from "./news.ts";
import { Order } from "./Order.ts";
import { givesAccessSql } from "./policy.ts";

/**
 * Reads an order under its row lock, after a lock on (buyer, content): two orders of one user for one content change
 * each other's state, and must not wait for each other crosswise.
 */
export const lockOrder = async (trx: Trx, orderId: string): Promise<Order> => {
  await trx.raw(
    `select pg_advisory_xact_lock(hashtextextended('purchase:' || buyer_id || ':' || content_id, 0))
     from orders where id = ?`,
    [orderId],
  );
  // No key update: a hold changes its settlement twice in one transaction, and the second change checks the reference to
  // this order under the seller's lock, for which a refund of the order waits.
  return Order.query(trx).findById(orderId).forNoKeyUpdate().throwIfNotFound();
};

/**
 * Locks both parties' rows until the caller's transaction ends: a change of their standing either finds the sale, with its room
 * and settlement, or comes first. Locked before anything that a sanction touches.
 */
export const lockParties = async (trx: Trx, { buyerId, sellerId }: Order): Promise<void> => {
  await trx.raw("select from users where id in (?, ?) order by id for share", [buyerId, sellerId]);
};

interface Circumstances {
  listed: boolean;
  paused: boolean;
  banned: boolean;
  ban_reason: string | null;
  suspended: boolean;
  suspended_until: Date | null;
  owned: boolean;
}

/**
 * The reason why an order may no longer be completed, as its buyer's error, if any. A pause stops new purchases; a
 * payment that was under way before it is completed.
 */
export const obstacleOf = async (
  trx: Trx,
  order: Order,
  { isNew }: { isNew: boolean },
): Promise<AppError | undefined> => {
  const { rows } = await trx.raw<{ rows: Circumstances[] }>(
    `select c.is_listed as listed, c.is_paused as paused, b.is_banned = 1 as banned, b.ban_reason, b.suspended_until,
            coalesce(b.suspended_until > app_now(), false) as suspended,
            exists (select from orders o where o.buyer_id = b.id and o.content_id = c.id and o.id <> ?
                    and (o.status = 'confirming' or ${givesAccessSql("o")})) as owned
     from contents c, users b where c.id = ? and b.id = ?`,
    [order.id, order.contentId, order.buyerId],
  );
  const [row] = rows;
  if (!row?.listed && !row?.paused)
    return new AppError("NOT_FOUND", { message: "판매가 종료된 콘텐츠입니다." });
  if (row.banned) return bannedFailure(row.ban_reason);
  if (row.suspended) return suspendedFailure(row.suspended_until);
  if (row.owned) return new AppError("ALREADY_PURCHASED");
  return row.paused && isNew ? new AppError("NOT_ON_SALE") : undefined;
};

/**
 * Makes a locked order paid, with everything that belongs to it: ledger, settlement, room, counter; the buyer's other
 * pending orders of the content expire. All in the caller's transaction, which has locked both parties' rows.
 */
export const completeOrder = async (
  { config, addJob }: Pick<Deps, "config" | "addJob">,
  trx: Trx,
  order: Order,
  payment: TossPayment | undefined,
): Promise<void> => {
  await moveOrder(trx, order.id, orderMoves.complete, {
    // The provider has its own clock; windows count from ours.
    paidAt: appNow(),
    confirmLeaseUntil: null,
    nextCheckAt: null,
    ...(payment
      ? {
          tossPaymentKey: payment.paymentKey,
          tossOrderId: payment.orderId,
          paymentMethod: meansOf(payment),
          receiptUrl: payment.receipt?.url ?? null,
        }
      : {}),
  });
  if (order.amount > 0) {
    await book(trx, `paid:${order.id}`, order.id, [
      { account: "provider", debit: order.amount },
      { account: "seller", sellerId: order.sellerId, credit: order.sellerAmount },
      { account: "platform", credit: order.amount - order.sellerAmount },
    ]);
    const settlement = await Settlement.query(trx).insert({
      orderId: order.id,
      sellerId: order.sellerId,
      amount: order.sellerAmount,
      payableAt: appTime("app_now() + ? * interval '1 day'", [config.settlementHoldDays]),
    });
    // The seller may have been barred from payouts before the sale.
    await refreshSaleHolds(trx, order, settlement.id);
  }
  const room = await openChatRoom(trx, order);
  await trx("contents").where({ id: order.contentId }).increment("purchases_count");
  await Order.query(trx)
    .patch({ status: orderMoves.expire.to, nextCheckAt: null })
    .where({ buyer_id: order.buyerId, content_id: order.contentId })
    .whereIn("status", [...orderMoves.expire.from]);
  if (payment && needsCashReceipt(order.amount, payment))
    await addJob(trx, "cashReceipt", { orderId: order.id });
  await emit(trx, [
    orderNews(order, "paid"),
    { to: [order.buyerId, order.sellerId], name: "room", data: { roomId: room.id } },
  ]);
};

const cashReceiptFrom = 100_000;

/** From 100,000 won on, a payment without a card needs a cash receipt; a card slip is a receipt already. */
const needsCashReceipt = (amount: number, payment: TossPayment): boolean =>
  amount >= cashReceiptFrom && payment.card === null;

/** Completes an order that costs nothing. Repeating it changes nothing. */
export const completeFreeOrder = async (deps: Deps, trx: Trx, orderId: string): Promise<void> => {
  const order = await lockOrder(trx, orderId);
  if (order.amount > 0) throw new AppError("NOT_FREE");
  if (order.paidAt !== null) return;
  if (order.status === "expired") throw new AppError("ORDER_EXPIRED");
  if (order.status !== "pending") throw new AppError("ORDER_FAILED");
  await lockParties(trx, order);
  const obstacle = await obstacleOf(trx, order, { isNew: true });
  if (obstacle) throw obstacle;
  await completeOrder(deps, trx, order, undefined);
};
