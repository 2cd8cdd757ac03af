import { raiseAlert, resolveAlert } from "../alerts/alerts.ts";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { administrators, emit, type News } from "../../events/emit.ts";
import type { Deps } from "../../deps.ts";
import type { TossPayment } from "../../gateways/toss.ts";
import { acceptCancellation } from "./completeRefund.ts";
import { refreshOrderHold } from "../settlements/holds.ts";
import { book } from "../settlements/ledger.ts";
import { noteCancels } from "./cancels.ts";
import { lockParties, lockOrder } from "./complete.ts";
import { orderNews } from "./news.ts";
import { Order } from "./Order.ts";
import { Refund } from "./Refund.ts";
import { refundTexts, postRefundMessages } from "./refundTexts.ts";

/** A payment's news for its order: given back whole, a further part of it, or nothing new. */
export type Cancellation = "whole" | "part" | "none";

type CancelDeps = Pick<Deps, "config" | "knex" | "addJob" | "log" | "microCache">;

const reason = "결제사에서 결제가 취소되었습니다.";

/** Whether nothing of a payment is left; one that was given back in parts stays PARTIAL_CANCELED. */
const isWhollyCancelled = ({
  status,
  balanceAmount,
}: Pick<TossPayment, "status" | "balanceAmount">): boolean =>
  status === "CANCELED" || (status === "PARTIAL_CANCELED" && balanceAmount === 0);

/** Records the new ones among a payment's cancels, and books them: money that the provider no longer has. */
const bookCancels = async (trx: Trx, orderId: string, { cancels }: TossPayment) => {
  const noted = await noteCancels(trx, orderId, cancels ?? []);
  for (const { transactionKey, amount } of noted)
    await book(trx, `cancel:${transactionKey}`, orderId, [
      { account: "platform", debit: amount },
      { account: "provider", credit: amount },
    ]);
  return noted;
};

/** Books what the provider gave back of an order beside a bank transfer: the buyer has it twice, which a person mends. */
const noteSecond = async (
  deps: CancelDeps,
  trx: Trx,
  order: Order,
  payment: TossPayment,
): Promise<Cancellation> => {
  const refund = await Refund.query(trx).findOne({ order_id: order.id });
  if (refund?.transferredAmount == null) return "none";
  const noted = await bookCancels(trx, order.id, payment);
  if (noted.length === 0) return "none";
  const alertDeps = { knex: trx, log: deps.log };
  await resolveAlert(alertDeps, "REFUNDED_TWICE", order.orderNumber, "더 취소되어 다시 알려요.");
  await raiseAlert(alertDeps, "REFUNDED_TWICE", order.orderNumber, {
    transferred: refund.transferredAmount,
    left: payment.balanceAmount,
  });
  return "part";
};

/**
 * Books a part given back of a locked sale that still counts, holds its payout, tells both parties and raises an alert. Returns
 * the news to emit at the end of the transaction; none when the part is known.
 */
export const notePart = async (
  deps: CancelDeps,
  trx: Trx,
  order: Order,
  payment: TossPayment,
): Promise<News[]> => {
  const { totalAmount, balanceAmount } = payment;
  const partCancelled = totalAmount - balanceAmount;
  // The returned amount only grows: an older answer that came late has less.
  if (partCancelled <= order.partCancelled || partCancelled >= order.amount) return [];
  await lockParties(trx, order);
  const noted = await bookCancels(trx, order.id, payment);
  await Order.query(trx).findById(order.id).patch({ partCancelled, partCancelledAt: appNow() });
  await refreshOrderHold(trx, order.id);
  const alertDeps = { knex: trx, log: deps.log };
  await resolveAlert(alertDeps, "PAID_ORDER_PART_CANCELLED", order.orderNumber, "더 취소되어 다시 알려요.");
  await raiseAlert(alertDeps, "PAID_ORDER_PART_CANCELLED", order.orderNumber, {
    cancelled: partCancelled,
    left: balanceAmount,
  });
  const admins = await administrators(trx, deps.config);
  const news = [orderNews(order, order.status, admins)];
  const approved = await Refund.query(trx)
    .findOne({ order_id: order.id, decision: "approve" })
    .whereNull("completed_at");
  let total = order.partCancelled;
  for (const { amount } of noted) {
    total += amount;
    const message = refundTexts.partCancelled(order, { amount, total, isDelivered: approved === undefined });
    news.push(...(await postRefundMessages(trx, order, message, admins)));
  }
  return news;
};

/**
 * Acts on the state of a charged order's payment at the provider, in one transaction: one that it gave back whole
 * without us is refunded with all consequences, a part holds the payout, and after a bank transfer a person is called.
 * Known, repeated and late states change nothing.
 */
export const followPayment = async (
  deps: CancelDeps,
  orderId: string,
  payment: TossPayment,
): Promise<Cancellation> => {
  const isWhole = isWhollyCancelled(payment);
  if (!isWhole && payment.status !== "PARTIAL_CANCELED") return "none";
  const outcome = await Order.transaction(deps.knex, async (trx): Promise<Cancellation> => {
    const order = await lockOrder(trx, orderId);
    const isCharged = ["paid", "refund_requested", "refunding"].includes(order.status);
    const isSamePayment =
      payment.orderId === order.orderNumber && payment.paymentKey === order.tossPaymentKey;
    if (!isSamePayment) return "none";
    if (order.status === "refunded") return noteSecond(deps, trx, order, payment);
    if (!isCharged) return "none";
    if (!isWhole) {
      const news = order.paidAt === null ? [] : await notePart(deps, trx, order, payment);
      await emit(trx, news);
      return news.length === 0 ? "none" : "part";
    }
    const transactionKey = payment.cancels?.at(-1)?.transactionKey;
    if (transactionKey === undefined) throw new Error("a cancelled payment without a cancel");
    await noteCancels(trx, orderId, payment.cancels ?? []);
    await acceptCancellation(deps, trx, order, { transactionKey, reason });
    return "whole";
  });
  if (outcome === "whole") {
    deps.log.warn({ orderId }, "cancelled at the provider");
    await deps.microCache.forget();
  }
  return outcome;
};
