import {
  AppError,
  formatDateTime,
  formatWon,
  type InputOf,
  type Receipt,
  type refunds,
} from "@knowhow/shared";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { resolveAlert } from "../alerts/alerts.ts";
import { lockParties, lockOrder } from "../orders/complete.ts";
import { orderMoves } from "../orders/lifecycle.ts";
import { moveOrder } from "../orders/move.ts";
import { Order } from "../orders/Order.ts";
import { holdOrderByHand } from "../settlements/decide.ts";
import { closeRefusal } from "../settlements/closeRefusal.ts";
import { isRefusalJudgedSql, isTransferableSql, refreshOrderHold } from "../settlements/holds.ts";
import { beginRefund, findRefund, noteEvent } from "../orders/beginRefund.ts";
import { completeRefund } from "../orders/completeRefund.ts";
import { isCancellableSql } from "../orders/policy.ts";
import { readRefundView } from "../orders/refundFacts.ts";
import { refundTexts } from "../orders/refundTexts.ts";
import { closeOverdue } from "../orders/overdueRefunds.ts";
import { notRefundable, refundRefusal } from "../orders/refundPolicy.ts";
import { Refund } from "../orders/Refund.ts";
import { announce, receiptIn } from "./request.ts";

type DecideDeps = Pick<Deps, "config" | "addJob" | "log">;

interface Deciding {
  adminId: string;
  orderNumber: string;
  reason: string;
}

/** Locks an order for an administrator's decision; no one decides about their own. */
const lockForDecision = async (trx: Trx, { adminId, orderNumber }: Deciding): Promise<Order> => {
  const found = await Order.query(trx).findOne({ order_number: orderNumber }).select("id");
  if (!found) throw new AppError("NOT_FOUND", { message: "주문 정보를 찾을 수 없습니다." });
  const order = await lockOrder(trx, found.id);
  if (order.buyerId === adminId || order.sellerId === adminId)
    throw new AppError("NOT_REFUNDABLE", {
      message: "본인이 구매하거나 판매한 주문은 다른 관리자가 처리해야 합니다.",
    });
  return order;
};

const holdsTrue = async (trx: Trx, { id }: Order, condition: string): Promise<boolean> => {
  const { rows } = await trx.raw<{ rows: { holds: boolean }[] }>(
    `select ${condition} as holds from orders o where o.id = ?`,
    [id],
  );
  return rows[0]?.holds === true;
};

const isCancellable = (trx: Trx, order: Order) => holdsTrue(trx, order, isCancellableSql("o"));

const requireCancellable = async (trx: Trx, order: Order): Promise<void> => {
  if (!(await isCancellable(trx, order)))
    throw new AppError("NOT_REFUNDABLE", { message: "결제한 지 1년이 지나 결제사에서 취소할 수 없습니다." });
};

const countDeliveries = async (trx: Trx, orderId: string): Promise<number> => {
  const rows = await trx("deliveries").where({ order_id: orderId }).count("* as count");
  return Number(rows[0]?.["count"]);
};

interface Step {
  kind: "approved" | "denied" | "withdrawn" | "completed";
  nickname: string | null;
  reason: string | null;
  created_at: Date;
}

/** The first decision in words, with an administrator's reason; undefined where none is known. */
const firstDecision = async (trx: Trx, { id }: Order): Promise<string | undefined> => {
  const { rows } = await trx.raw<{ rows: Step[] }>(
    `select e.kind, a.nickname, e.reason, e.created_at from refund_events e left join users a on a.id = e.actor_id
     where e.order_id = ? and e.kind in ('approved', 'denied', 'withdrawn', 'completed')
     order by e.created_at desc, e.id desc limit 2`,
    [id],
  );
  const [last, before] = rows;
  // A refund completed after its approval was decided by the approval; one without, by the provider.
  const first = last?.kind === "completed" && before?.kind === "approved" ? before : last;
  if (!first) return undefined;
  const at = formatDateTime(first.created_at);
  if (first.kind === "withdrawn") return `구매자가 ${at}에 환불 요청을 취소했습니다.`;
  if (first.nickname === null)
    return first.kind === "completed"
      ? `결제사에서 ${at}에 결제가 취소되었습니다.`
      : `열지 않은 구매라 ${at}에 규칙에 따라 환불을 시작했습니다.`;
  const act = first.kind === "denied" ? "거절했습니다" : "승인했습니다";
  return `${first.nickname}님이 ${at}에 먼저 환불을 ${act}. 사유: ${first.reason ?? ""}`;
};

type Decision = InputOf<typeof refunds.decide>["body"];

const isSameTime = (first: string | null, second: string | null): boolean =>
  first === second || (first !== null && second !== null && Date.parse(first) === Date.parse(second));

/** Refuses a decision where the request, its decision or its deliveries changed since they were seen (`expected`). */
const refuseChanged = async (
  trx: Trx,
  { id }: Order,
  refund: Refund | undefined,
  expected: Decision["expected"],
): Promise<void> => {
  if (!expected) return;
  const now = {
    requestedAt: refund?.createdAt.toISOString() ?? null,
    decidedAt: refund?.decidedAt?.toISOString() ?? null,
    deliveries: await countDeliveries(trx, id),
  };
  const { requestedAt, decidedAt = now.decidedAt, deliveries } = expected;
  const isSame =
    isSameTime(requestedAt, now.requestedAt) &&
    isSameTime(decidedAt, now.decidedAt) &&
    deliveries === now.deliveries;
  if (isSame) return;
  throw new AppError("STANDING_CHANGED", {
    message:
      "그사이 환불 요청이나 결정, 연 기록이 바뀌어 처리하지 않았습니다. 지금 내용을 확인한 뒤 다시 결정해주세요.",
    extra: now,
  });
};

/** Writes a decision down. */
const record = async (
  trx: Trx,
  order: Order,
  decision: "approve" | "deny",
  { adminId, reason }: Deciding,
): Promise<void> => {
  await Refund.query(trx).where({ order_id: order.id }).patch({
    decision,
    decidedBy: adminId,
    decisionReason: reason,
    decidedAt: appNow(),
    refusalCode: null,
  });
  const kind = decision === "approve" ? "approved" : "denied";
  await noteEvent(trx, { orderId: order.id, kind, actorId: adminId, reason });
};

/** Approves: begins the refund of the order, in refund_requested by now. Its settlement is locked before the alerts. */
const approve = async (deps: DecideDeps, trx: Trx, order: Order, deciding: Deciding): Promise<void> => {
  await record(trx, order, "approve", deciding);
  await beginRefund(deps, trx, order);
  await closeOverdue(trx, order);
  const note = "관리자가 다시 환불해 자동으로 확인했어요.";
  await resolveAlert({ knex: trx }, "REFUND_REFUSED", order.orderNumber, note);
  await announce(trx, deps, order, "refunding", refundTexts.approved(order, deciding.reason));
};

/** Refuses the record of a transfer of other won than are left: the provider gave back a part meanwhile. */
const refuseOtherSum = ({ amount, partCancelled }: Order, transferred: number | undefined): void => {
  const left = amount - partCancelled;
  if (transferred === left) return;
  const message = `결제사가 돌려준 금액을 빼면 이체로 돌려줄 금액은 ${formatWon(left)}입니다. 이체한 금액과 달라 처리하지 않았습니다.`;
  throw new AppError("STANDING_CHANGED", {
    message,
    fields: { transferredAmount: message },
    extra: { amount: left },
  });
};

/**
 * Approves what was given back by bank transfer already, also after a denial, or without a request: the refund is
 * complete, and the provider is not asked.
 */
const completeTransfer = async (
  deps: DecideDeps,
  trx: Trx,
  order: Order,
  deciding: Deciding,
): Promise<void> => {
  const { id: orderId, amount } = order;
  if (!(await findRefund(trx, orderId)))
    await Refund.query(trx).insert({ orderId, amount, reason: deciding.reason, createdAt: appNow() });
  await record(trx, order, "approve", deciding);
  if (order.status === "paid") await moveOrder(trx, order.id, orderMoves.requestRefund);
  await moveOrder(trx, order.id, orderMoves.beginRefund, { claimedAt: appNow() });
  const message = refundTexts.transferred(order, deciding.reason);
  await completeRefund(deps, trx, order, { transactionKey: null, message });
};

/**
 * Denies: the order stays the buyer's, and its settlement goes on. Where the provider would not or can not give the money
 * back, it may have gone back another way: nothing is paid for the order then before an administrator lets it go. A refund
 * that the buyer did not ask for ends without taking their right to ask. The alert of a refusal stays open until then, or
 * until the payout arrives that had left before.
 */
const deny = async (
  deps: DecideDeps,
  trx: Trx,
  order: Order,
  refund: Refund,
  deciding: Deciding,
): Promise<void> => {
  const isAsked = refund.requestedBy !== null;
  const isStuck = refund.refusalCode !== null || !(await isCancellable(trx, order));
  await record(trx, order, "deny", deciding);
  if (!isAsked) await refund.$query(trx).delete();
  if (order.status !== "paid") await moveOrder(trx, order.id, orderMoves.keepSale);
  const { adminId, reason } = deciding;
  if (isStuck) await holdOrderByHand(trx, { orderId: order.id, adminId, reason });
  await refreshOrderHold(trx, order.id);
  await closeOverdue(trx, order);
  await closeRefusal(trx, order.id);
  const message = refundTexts[isAsked ? "denied" : "dropped"](order, reason);
  await announce(trx, deps, order, "paid", message);
};

/**
 * Decides about a request, once: of two administrators, or of one and the buyer who withdraws it, the first counts. A
 * refund that was approved and refused by the provider is decided again; a bank transfer is recorded until an
 * administrator has judged where the refused money is.
 */
export const decideRefund = async (
  deps: DecideDeps,
  trx: Trx,
  { decision, expected, transferred = false, transferredAmount, ...deciding }: Deciding & Decision,
): Promise<Receipt> => {
  const order = await lockForDecision(trx, deciding);
  const refund = await findRefund(trx, order.id);
  const isRefused = order.status === "paid" && refund?.refusalCode != null;
  const isWaiting = refund !== undefined && (order.status === "refund_requested" || isRefused);
  const isTransferable = transferred && (await holdsTrue(trx, order, isTransferableSql));
  if (transferred && !isTransferable && (await holdsTrue(trx, order, isRefusalJudgedSql)))
    throw new AppError("NOT_REFUNDABLE", {
      message: "이 주문의 정산 보류가 풀려 이체를 기록할 수 없습니다.",
    });
  if (!isWaiting && !isTransferable) {
    const message = await firstDecision(trx, order);
    if (message === undefined) throw notRefundable("notRequested");
    throw new AppError(refund?.decision == null ? "NOT_REFUNDABLE" : "ALREADY_PROCESSED", { message });
  }
  await refuseChanged(trx, order, refund, expected);
  if (transferred && !isTransferable)
    throw new AppError("NOT_REFUNDABLE", {
      message: "결제사가 취소를 거절한 환불만 계좌 이체로 마칠 수 있습니다.",
    });
  if (transferred) refuseOtherSum(order, transferredAmount);
  await lockParties(trx, order);
  if (!refund || transferred) await completeTransfer(deps, trx, order, deciding);
  else if (decision === "deny") await deny(deps, trx, order, refund, deciding);
  else {
    await requireCancellable(trx, order);
    if (isRefused) await moveOrder(trx, order.id, orderMoves.requestRefund);
    await approve(deps, trx, order, deciding);
  }
  return receiptIn(trx, order.buyerId, order.orderNumber);
};

/** Refunds any paid order, on an administrator's own initiative. */
export const refundOrder = async (deps: DecideDeps, trx: Trx, deciding: Deciding): Promise<Receipt> => {
  const order = await lockForDecision(trx, deciding);
  const { refundState } = await readRefundView(trx, order.id);
  if (order.amount === 0) throw notRefundable("free");
  if (order.status !== "paid") {
    // A waiting request has no decision yet.
    const message = order.status === "refund_requested" ? undefined : await firstDecision(trx, order);
    throw message === undefined
      ? notRefundable(refundRefusal(refundState))
      : new AppError("NOT_REFUNDABLE", { message });
  }
  await requireCancellable(trx, order);
  await lockParties(trx, order);
  const { id: orderId, amount } = order;
  const known = await findRefund(trx, orderId);
  // After a denial nothing was due any more; a request that the provider refused is due as it was.
  if (known?.decision === "deny") await known.$query(trx).patch({ dueAt: null });
  if (!known)
    await Refund.query(trx).insert({ orderId, amount, reason: deciding.reason, createdAt: appNow() });
  await moveOrder(trx, orderId, orderMoves.requestRefund);
  await approve(deps, trx, order, deciding);
  return receiptIn(trx, order.buyerId, order.orderNumber);
};
