import { refundDecisionDays, type Receipt } from "@knowhow/shared";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { administrators, emit } from "../../events/emit.ts";
import { lockParties, lockOrder } from "../orders/complete.ts";
import { orderMoves } from "../orders/lifecycle.ts";
import { moveOrder } from "../orders/move.ts";
import { orderNews } from "../orders/news.ts";
import type { Order } from "../orders/Order.ts";
import { presentReceipt } from "../orders/presenter.ts";
import { findOwnOrder } from "../orders/queries.ts";
import { closeRefusal } from "../settlements/closeRefusal.ts";
import { refreshOrderHold } from "../settlements/holds.ts";
import { beginRefund, findRefund, noteEvent } from "../orders/beginRefund.ts";
import { endOfBusinessDay } from "../calendar/businessDays.ts";
import { readRefundView } from "../orders/refundFacts.ts";
import {
  buyerOnly,
  isSellerSpared,
  refundTexts,
  postRefundMessages,
  sparing,
  type RefundMessage,
} from "../orders/refundTexts.ts";
import { closeOverdue } from "../orders/overdueRefunds.ts";
import { notRefundable, requireRequestable, withdrawalRefusal } from "../orders/refundPolicy.ts";
import { Refund } from "../orders/Refund.ts";

type RequestDeps = Pick<Deps, "config" | "addJob">;

/** The receipt as the caller's transaction leaves it. */
export const receiptIn = async (trx: Trx, buyerId: string, orderNumber: string): Promise<Receipt> => {
  const order = await findOwnOrder(buyerId, orderNumber, trx);
  return presentReceipt(order, await readRefundView(trx, order.id));
};

const productTime = async (trx: Trx): Promise<Date> => {
  const { rows } = await trx.raw<{ rows: { now: Date }[] }>("select app_now() as now");
  if (!rows[0]) throw new Error("the database told no time");
  return rows[0].now;
};

/** Tells both parties, and the administrators, of a step that ends in this state. */
export const announce = async (
  trx: Trx,
  { config }: Pick<Deps, "config">,
  order: Order,
  status: Order["status"],
  message: RefundMessage,
): Promise<void> => {
  const admins = await administrators(trx, config);
  const news = await postRefundMessages(trx, order, message, admins);
  await emit(trx, [orderNews(order, status, admins), ...news]);
};

/**
 * Requests a refund for a buyer: approved by rule at once where nothing was delivered, else for an administrator to
 * decide. The order's lock keeps deliveries out meanwhile.
 */
export const requestRefund = async (
  deps: RequestDeps,
  trx: Trx,
  { buyerId, orderNumber, reason }: { buyerId: string; orderNumber: string; reason: string },
): Promise<Receipt> => {
  const found = await findOwnOrder(buyerId, orderNumber, trx);
  const order = await lockOrder(trx, found.id);
  const isByRule = requireRequestable(await readRefundView(trx, order.id)) === "available";
  await lockParties(trx, order);
  const dueAt = isByRule ? null : endOfBusinessDay(await productTime(trx), refundDecisionDays);
  await Refund.query(trx).insert({
    orderId: order.id,
    amount: order.amount,
    reason,
    requestedBy: buyerId,
    createdAt: appNow(),
    dueAt,
    ...(isByRule ? { decision: "approve", decidedAt: appNow() } : {}),
  });
  await noteEvent(trx, { orderId: order.id, kind: "requested", actorId: buyerId, reason });
  await moveOrder(trx, order.id, orderMoves.requestRefund);
  if (isByRule) {
    await noteEvent(trx, { orderId: order.id, kind: "approved" });
    await beginRefund(deps, trx, order);
  } else await refreshOrderHold(trx, order.id);
  const message = dueAt === null ? refundTexts.approvedByRule(order) : refundTexts.waiting(order, dueAt);
  const status = dueAt === null ? "refunding" : "refund_requested";
  await announce(trx, deps, order, status, await sparing(trx, order, message));
  return receiptIn(trx, buyerId, orderNumber);
};

/**
 * Takes a request back that waits for the decision. What an administrator began without a request is not the buyer's to
 * end, nor one that the provider refused: its money may be on its way by bank transfer. Where an earlier refusal is
 * unjudged, nothing is paid for the order after this either: administrators stay called, unless it was paid already.
 */
export const withdrawRequest = async (
  deps: RequestDeps,
  trx: Trx,
  { buyerId, orderNumber }: { buyerId: string; orderNumber: string },
): Promise<Receipt> => {
  const found = await findOwnOrder(buyerId, orderNumber, trx);
  const order = await lockOrder(trx, found.id);
  const { refundState } = await readRefundView(trx, order.id);
  if (refundState !== "requested") throw notRefundable(withdrawalRefusal(refundState));
  const refund = await findRefund(trx, order.id);
  if (!refund || refund.requestedBy === null) throw notRefundable("notRequested");
  if (refund.refusalCode !== null) throw notRefundable("refused");
  await lockParties(trx, order);
  const isSpared = await isSellerSpared(trx, order.id);
  await refund.$query(trx).delete();
  await noteEvent(trx, { orderId: order.id, kind: "withdrawn", actorId: buyerId });
  await moveOrder(trx, order.id, orderMoves.keepSale);
  await refreshOrderHold(trx, order.id);
  await closeOverdue(trx, order);
  await closeRefusal(trx, order.id);
  const message = refundTexts.withdrawn(order);
  await announce(trx, deps, order, "paid", isSpared ? buyerOnly(message) : message);
  return receiptIn(trx, buyerId, orderNumber);
};
