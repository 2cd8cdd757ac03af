import {
  AppError,
  formatDateTime,
  type InputOf,
  type SettlementHold,
  type adminSettlements,
} from "@knowhow/shared";
import { answerAlert } from "../alerts/alerts.ts";
import { User } from "../users/User.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { stateAfter } from "../../lifecycle.ts";
import {
  fraudReportsSql,
  holdsSql,
  isRefusalOpenSql,
  isReleasableSql,
  refreshHolds,
  refusalsSql,
} from "./holds.ts";
import { settlementMoves } from "./lifecycle.ts";
import { Settlement } from "./Settlement.ts";

/** An administrator's decision about a payout, from the contract's form. */
interface Decision {
  id: string;
  adminId: string;
  form: InputOf<typeof adminSettlements.decide>["body"];
}

type Move = "hold" | "release" | "retry";

const moveWords: Record<Move, string> = {
  hold: "정산을 보류했습니다",
  release: "보류를 풀었습니다",
  retry: "다시 지급하게 했습니다",
};

/** Refuses the second of two administrators, quoting the first's act, time and reason, where known. */
const refuseSecond = async (
  trx: Trx,
  { id, sellerId }: Settlement,
  { status, scope }: Decision["form"],
): Promise<never> => {
  const isHold = status === "held";
  const { rows } = await trx.raw<{
    rows: { nickname: string; decision: Move; reason: string; created_at: Date }[];
  }>(
    `select a.nickname, d.decision, d.reason, d.created_at
     from settlement_decisions d join settlements s on s.id = d.settlement_id join users a on a.id = d.admin_id
     where case d.scope when 'seller' then s.seller_id = ? else s.id = ? end and d.scope = any(?::text[])
       and d.decision in ('hold', 'release', 'retry')
     order by d.created_at desc, d.id desc limit 1`,
    // A seller-wide release releases a payout too, but only its own hold holds it.
    [sellerId, id, scope === "seller" || isHold ? [scope] : ["settlement", "seller"]],
  );
  const [first] = rows;
  const isSame = first !== undefined && (first.decision === "hold") === isHold;
  const message = isSame
    ? `${first.nickname}님이 ${formatDateTime(first.created_at)}에 먼저 ${moveWords[first.decision]}. 사유: ${first.reason}`
    : undefined;
  throw new AppError(isHold ? "ALREADY_HELD" : "NOT_FAILED", message === undefined ? {} : { message });
};

const holdOne = async (trx: Trx, settlement: Settlement, { form }: Decision): Promise<Move> => {
  if (settlement.status !== "pending" && settlement.status !== "held") throw new AppError("NOT_HOLDABLE");
  if (settlement.manualHold !== null) return refuseSecond(trx, settlement, form);
  await settlement.$query(trx).patch({ manualHold: form.reason });
  return "hold";
};

/**
 * Holds an order's unpaid settlement by hand, until an administrator releases it; does nothing where it was paid or
 * cancelled before. The caller has locked its parties' rows.
 */
export const holdOrderByHand = async (
  trx: Trx,
  { orderId, adminId, reason }: { orderId: string; adminId: string; reason: string },
): Promise<void> => {
  const settlement = await Settlement.query(trx)
    .findOne({ order_id: orderId })
    .whereNotIn("status", ["completed", "cancelled"])
    .forNoKeyUpdate();
  if (!settlement) return;
  await settlement.$query(trx).patch({ manualHold: reason });
  await trx("settlement_decisions").insert({
    settlement_id: settlement.id,
    admin_id: adminId,
    decision: "hold",
    scope: "settlement",
    reason,
  });
};

const holdSeller = async (trx: Trx, settlement: Settlement, { form }: Decision): Promise<Move> => {
  const { rows } = await trx.raw<{ rows: object[] }>(
    "insert into seller_holds (seller_id, reason) values (?, ?) on conflict (seller_id) do nothing returning seller_id",
    [settlement.sellerId, form.reason],
  );
  if (rows.length === 0) return refuseSecond(trx, settlement, form);
  return "hold";
};

/** Gives a payout that failed for good another five tries, under the reference that the last refusal left. */
const payAgain = async (trx: Trx, settlement: Settlement, { adminId, form }: Decision): Promise<Move> => {
  const status = stateAfter(settlementMoves.retry, settlement.status);
  await settlement.$query(trx).patch({ status, attempts: 0, nextTryAt: null });
  await answerAlert(trx, { kind: "PAYOUT_FAILED", subject: settlement.id, note: form.reason, adminId });
  return "retry";
};

/** Refuses to release a settlement with more holds than its administrator saw; without `expected` there is no check. */
const refuseNewHolds = async (trx: Trx, { id, form: { expected, scope } }: Decision): Promise<void> => {
  if (!expected) return;
  const { rows } = await trx.raw<{ rows: { holds: SettlementHold[] }[] }>(
    `select ${holdsSql} as holds from settlements s join orders o on o.id = s.order_id where s.id = ?`,
    [id],
  );
  const holds = rows[0]?.holds ?? [];
  // A seller-wide hold does not depend on this settlement's state.
  const judged = scope === "seller" ? holds.filter(({ kind }) => kind === "seller") : holds;
  if (judged.every((hold) => expected.holds.includes(hold.id))) return;
  throw new AppError("STANDING_CHANGED", {
    message:
      "그사이 이 정산의 보류 사유가 바뀌어 처리하지 않았습니다. 지금 사유를 확인한 뒤 다시 결정해주세요.",
    extra: { holds },
  });
};

/**
 * Releases one settlement from all present holds that an administrator may judge. A later report or cancel holds it
 * again; other holds remain.
 */
const releaseOne = async (trx: Trx, settlement: Settlement, decision: Decision): Promise<Move> => {
  if (settlement.status === "failed") return payAgain(trx, settlement, decision);
  if (settlement.status !== "held") return refuseSecond(trx, settlement, decision.form);
  const { rows } = await trx.raw<{
    rows: { order_number: string; is_part_open: boolean; is_refusal_open: boolean }[];
  }>(
    `with judged as (
       insert into released_reports (settlement_id, report_id, reopened_count)
       select s.id, t.id, t.reopened_count from settlements s join orders o on o.id = s.order_id
         cross join lateral (select r.id, r.reopened_count ${fraudReportsSql}) t
       where s.id = ?)
     update settlements t set manual_hold = null, judged_cancel = o.part_cancelled,
       judged_refusals = case when ${isRefusalOpenSql} then ${refusalsSql} else s.judged_refusals end,
       judged_hold = (select h.created_at from seller_holds h where h.seller_id = s.seller_id)
     from settlements s join orders o on o.id = s.order_id
     where t.id = s.id and s.id = ? and ${isReleasableSql}
     returning o.order_number, o.part_cancelled > s.judged_cancel as is_part_open, ${isRefusalOpenSql} as is_refusal_open`,
    [settlement.id, settlement.id],
  );
  const [released] = rows;
  if (!released)
    throw new AppError("NOT_RELEASABLE", settlement.heldReason ? { message: settlement.heldReason } : {});
  const answer = {
    subject: released.order_number,
    note: decision.form.reason,
    adminId: decision.adminId,
  };
  if (released.is_part_open) await answerAlert(trx, { ...answer, kind: "PAID_ORDER_PART_CANCELLED" });
  if (released.is_refusal_open) await answerAlert(trx, { ...answer, kind: "REFUND_REFUSED" });
  return "release";
};

const releaseSeller = async (trx: Trx, settlement: Settlement, { form }: Decision): Promise<Move> => {
  const released = await trx("seller_holds").where({ seller_id: settlement.sellerId }).delete();
  if (released === 0) return refuseSecond(trx, settlement, form);
  return "release";
};

/** Holds a payout by hand, releases it, or has it tried again; of two administrators at once, one does. */
export const decideSettlement = async (trx: Trx, decision: Decision): Promise<void> => {
  const { id, adminId, form } = decision;
  const { status, scope, reason } = form;
  const found = await Settlement.query(trx).findById(id).select("seller_id");
  if (!found) throw new AppError("NOT_FOUND");
  const { sellerId } = found;
  if (sellerId === adminId && status !== "held")
    throw new AppError("NOT_RELEASABLE", { message: "본인의 정산은 다른 관리자가 처리해야 합니다." });
  // The seller first, as in every change of what they may be paid: a payout under way is waited for.
  await User.query(trx).select("id").findById(sellerId).forNoKeyUpdate();
  const settlement = await Settlement.query(trx).findById(id).forNoKeyUpdate().throwIfNotFound();
  const isHold = status === "held";
  if (!isHold && (scope === "seller" || settlement.status === "held")) await refuseNewHolds(trx, decision);
  const act = scope === "seller" ? (isHold ? holdSeller : releaseSeller) : isHold ? holdOne : releaseOne;
  const move = await act(trx, settlement, decision);
  await refreshHolds(trx, sellerId);
  await trx("settlement_decisions").insert({
    settlement_id: id,
    admin_id: adminId,
    decision: move,
    scope,
    reason,
  });
};
