import { refundDecisionDays } from "@knowhow/shared";
import { resolveAlert, raiseAlert } from "../alerts/alerts.ts";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { administrators, emit } from "../../events/emit.ts";
import { stateAfter } from "../../lifecycle.ts";
import { closeCancels } from "./cancels.ts";
import { endOfBusinessDay } from "../calendar/businessDays.ts";
import { lockParties } from "./complete.ts";
import { orderMoves } from "./lifecycle.ts";
import { moveOrder } from "./move.ts";
import { orderNews } from "./news.ts";
import type { Order } from "./Order.ts";
import { openClawback } from "../settlements/clawbacks.ts";
import { refreshOrderHold } from "../settlements/holds.ts";
import { book } from "../settlements/ledger.ts";
import { settlementMoves } from "../settlements/lifecycle.ts";
import { Settlement } from "../settlements/Settlement.ts";
import { mayHaveLeft, putBackUnsent, reclaimSettlement } from "../settlements/reclaim.ts";
import { findRefund, noteEvent } from "./beginRefund.ts";
import { announceUnsold, refundTexts, postRefundMessages, type RefundMessage } from "./refundTexts.ts";
import { closeOverdue } from "./overdueRefunds.ts";
import { Refund } from "./Refund.ts";

type CompleteDeps = Pick<Deps, "config" | "addJob" | "log">;

/**
 * Ends the seller's settlement. A payout that may arrive, or has, becomes a claw-back. Reverses the order's bookings in
 * one transaction of the ledger, whose id makes it happen once.
 */
const reverseSale = async (trx: Trx, order: Order, transferredAmount: number): Promise<void> => {
  const { id: orderId, sellerId, amount, sellerAmount } = order;
  const settlement = await Settlement.query(trx)
    .findOne({ order_id: orderId })
    .forNoKeyUpdate()
    .throwIfNotFound();
  if (mayHaveLeft(settlement)) await reclaimSettlement(trx, settlement);
  else await putBackUnsent(trx, settlement);
  const isClawedBack = settlement.status === "processing" || settlement.status === "completed";
  await book(trx, `refund:${orderId}`, orderId, [
    { account: "seller", sellerId, debit: sellerAmount },
    { account: "platform", debit: amount - sellerAmount },
    { account: "provider", credit: amount - transferredAmount },
    { account: "transfer", credit: transferredAmount },
  ]);
  if (isClawedBack) await openClawback(trx, { orderId, sellerId, amount: sellerAmount });
  else {
    const status = stateAfter(settlementMoves.cancel, settlement.status);
    await settlement.$query(trx).patch({ status, heldReason: null, manualHold: null, clawbackAmount: 0 });
    for (const kind of ["PAYOUT_FAILED", "PAYOUT_STUCK"] as const)
      await resolveAlert({ knex: trx }, kind, settlement.id, "주문이 환불되어 자동으로 확인했어요.");
  }
};

/** Takes the purchase, and its buyer's rating and like with it, out of the content's counters. */
const endPurchase = async (trx: Trx, { contentId, buyerId }: Order): Promise<void> => {
  // Before the content, in the order in which changes of a rating or a like lock them.
  const own = { content_id: contentId, user_id: buyerId };
  const [rating] = await trx<typeof own & { score: number; hidden_at: Date | null }>("content_ratings")
    .where(own)
    .delete()
    .returning(["score", "hidden_at"]);
  const likes = await trx("content_likes").where(own).delete();
  // A hidden one does not count.
  const isCounted = rating?.hidden_at === null;
  await trx("contents")
    .where({ id: contentId })
    .decrement({
      purchases_count: 1,
      likes_count: likes,
      ...(isCounted && { rating_count: 1, rating_sum: rating.score }),
    });
};

/** Resolves the alert about a refused refund once the provider has given the money back. */
export const resolveRefusal = (deps: Pick<Deps, "knex">, { orderNumber }: Order): Promise<void> =>
  resolveAlert(deps, "REFUND_REFUSED", orderNumber, "환불되어 자동으로 확인했어요.");

/**
 * All consequences of money that went back whole, for a locked order in refunding that was paid: ledger, settlement, room,
 * counter, access, cash receipt, messages and news, in one transaction. Without the provider's `transactionKey` the
 * money that it had not given back went by bank transfer.
 */
export const completeRefund = async (
  { config, addJob }: CompleteDeps,
  trx: Trx,
  order: Order,
  { transactionKey, message }: { transactionKey: string | null; message: RefundMessage },
): Promise<void> => {
  const transferredAmount = transactionKey === null ? order.amount - order.partCancelled : null;
  await lockParties(trx, order);
  await moveOrder(trx, order.id, orderMoves.completeRefund, {
    refundedAt: appNow(),
    confirmLeaseUntil: null,
    nextCheckAt: null,
  });
  await Refund.query(trx).where({ order_id: order.id }).patch({
    providerTransactionKey: transactionKey,
    transferredAmount,
    completedAt: appNow(),
    refusalCode: null,
  });
  await noteEvent(trx, { orderId: order.id, kind: "completed" });
  await endPurchase(trx, order);
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    "update chat_rooms set status = 'inactive' where order_id = ? returning id",
    [order.id],
  );
  await reverseSale(trx, order, transferredAmount ?? 0);
  await closeCancels(trx, order, transactionKey);
  if (order.receiptKey !== null) await addJob(trx, "cancelCashReceipt", { orderId: order.id });
  await closeOverdue(trx, order);
  await resolveRefusal({ knex: trx }, order);
  const admins = await administrators(trx, config);
  const news = await postRefundMessages(trx, order, message, admins);
  await emit(trx, [
    orderNews(order, "refunded", admins),
    ...rows.map(({ id: roomId }) => ({
      to: [order.buyerId, order.sellerId],
      name: "room" as const,
      data: { roomId },
    })),
    ...news,
  ]);
};

/** Records that the charge of a locked order in refunding which never became a purchase was given back; tells the buyer. */
export const closeUnsold = async (
  { config }: Pick<Deps, "config">,
  trx: Trx,
  order: Order,
  { transactionKey, reason }: { transactionKey: string; reason: string },
): Promise<void> => {
  await lockParties(trx, order);
  await Refund.query(trx).insert({
    orderId: order.id,
    amount: order.amount,
    reason,
    providerTransactionKey: transactionKey,
    completedAt: appNow(),
  });
  await moveOrder(trx, order.id, orderMoves.completeRefund, {
    refundedAt: appNow(),
    confirmLeaseUntil: null,
    nextCheckAt: null,
  });
  await resolveRefusal({ knex: trx }, order);
  await announceUnsold({ config }, trx, order, "refunded");
};

/**
 * Completes the refund of a locked order whose money the provider returned whole by itself, from paid, refund_requested
 * or refunding. `reason` is stored where there was no request.
 */
export const acceptCancellation = async (
  deps: CompleteDeps,
  trx: Trx,
  order: Order,
  { transactionKey, reason }: { transactionKey: string; reason: string },
): Promise<void> => {
  if (order.paidAt === null) return closeUnsold(deps, trx, order, { transactionKey, reason });
  await trx.raw(
    `insert into refunds (order_id, amount, reason, decision, decided_at) values (?, ?, ?, 'approve', app_now())
     on conflict (order_id) do update set decision = 'approve', refusal_code = null,
       decided_at = case when refunds.decision = 'approve' then refunds.decided_at else app_now() end,
       decided_by = case when refunds.decision = 'approve' then refunds.decided_by end,
       decision_reason = case when refunds.decision = 'approve' then refunds.decision_reason else excluded.reason end`,
    [order.id, order.amount, reason],
  );
  if (order.status === "paid") await moveOrder(trx, order.id, orderMoves.requestRefund);
  if (order.status !== "refunding")
    await moveOrder(trx, order.id, orderMoves.beginRefund, { claimedAt: appNow() });
  await completeRefund(deps, trx, order, { transactionKey, message: refundTexts.completed(order) });
};

/**
 * Ends an approved refund that the provider definitely refuses: the locked order stays the buyer's, undelivered until
 * the next decision, its settlement stays held, and an alert calls for an administrator's decision. The parties are told
 * by the caller, after all alerts.
 */
export const refuseRefund = async (
  { log }: CompleteDeps,
  trx: Trx,
  order: Order,
  { code, left }: { code: string; left: number },
): Promise<void> => {
  await lockParties(trx, order);
  const refund = await findRefund(trx, order.id);
  await refund?.$query(trx).patch({
    refusalCode: code,
    // Decided at once, it had no day: the money is due as that of a request which waited from the decision on.
    dueAt: refund.dueAt ?? endOfBusinessDay(refund.decidedAt ?? refund.createdAt, refundDecisionDays),
  });
  await noteEvent(trx, { orderId: order.id, kind: "refused", reason: code });
  await moveOrder(trx, order.id, orderMoves.refuseRefund, {
    confirmLeaseUntil: null,
    nextCheckAt: null,
    // The provider would repeat its refusal for the same key.
    providerRound: order.providerRound + 1,
  });
  await refreshOrderHold(trx, order.id);
  await raiseAlert({ knex: trx, log }, "REFUND_REFUSED", order.orderNumber, { code, left });
};
