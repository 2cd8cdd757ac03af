import { AppError, formatDateTime, formatWon, type InputOf, type adminSettlements } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import type { Deps } from "../../deps.ts";
import { administrators, emit } from "../../events/emit.ts";
import { Order } from "../orders/Order.ts";
import { refundTexts, postRefundMessages } from "../orders/refundTexts.ts";
import { User } from "../users/User.ts";
import { book } from "../settlements/ledger.ts";
import { Settlement } from "../settlements/Settlement.ts";

/** An administrator's end of a claw-back, from the contract's form. */
interface Closure {
  id: string;
  adminId: string;
  form: InputOf<typeof adminSettlements.closeClawback>["body"];
}

interface Clawback {
  owed: number;
  closed: number;
}

const lockClawback = async (trx: Trx, { orderId, status }: Settlement): Promise<Clawback> => {
  const { rows } = await trx.raw<{ rows: Clawback[] }>(
    `select amount - recovered - closed as owed, closed from clawbacks
     where order_id = ? and voided_at is null for no key update`,
    [orderId],
  );
  // A payout under way may still turn out not to have arrived, and nothing is owed for it then.
  if (!rows[0] || status !== "completed") throw new AppError("NOT_CLOSABLE");
  return rows[0];
};

/** Refuses the second of two administrators, quoting the first. */
const refuseSecond = async (trx: Trx, settlementId: string): Promise<never> => {
  const { rows } = await trx.raw<{ rows: { nickname: string; reason: string; created_at: Date }[] }>(
    `select a.nickname, d.reason, d.created_at from settlement_decisions d join users a on a.id = d.admin_id
     where d.settlement_id = ? and d.decision in ('receive', 'writeOff') order by d.id desc limit 1`,
    [settlementId],
  );
  const [first] = rows;
  throw new AppError("ALREADY_PROCESSED", {
    message: first
      ? `${first.nickname}님이 ${formatDateTime(first.created_at)}에 먼저 회수를 끝냈습니다. 사유: ${first.reason}`
      : "이미 끝난 회수입니다.",
  });
};

/**
 * Removes the cuts from payouts that were not requested yet. One that may have been sent keeps its sum, and its
 * recovered part is known only when it has arrived.
 */
const releaseCuts = async (trx: Trx, sellerId: string): Promise<void> => {
  await Settlement.query(trx)
    .where({ seller_id: sellerId })
    .whereIn("status", ["pending", "held"])
    .whereNull("sent_at")
    .where("clawback_amount", ">", 0)
    .patch({ clawbackAmount: 0 });
  const cut = await Settlement.query(trx)
    .findOne({ seller_id: sellerId })
    .whereIn("status", ["pending", "held", "processing"])
    .where("clawback_amount", ">", 0);
  if (cut)
    throw new AppError("NOT_CLOSABLE", {
      message: "지금 나가고 있는 정산에서 빼고 있습니다. 그 정산이 끝난 뒤 다시 확인해주세요.",
    });
};

/** Ends a claw-back as a whole, once. The rest is booked against the platform, and the seller reads why. */
export const closeClawback = async (
  { config }: Pick<Deps, "config">,
  trx: Trx,
  { id, adminId, form: { decision, reason, expected } }: Closure,
): Promise<void> => {
  const found = await Settlement.query(trx).findById(id).select("seller_id");
  if (!found) throw new AppError("NOT_FOUND");
  const { sellerId } = found;
  if (sellerId === adminId)
    throw new AppError("NOT_CLOSABLE", { message: "본인의 정산은 다른 관리자가 처리해야 합니다." });
  // The seller first, as in every decision about their money: no payout to them is claimed meanwhile.
  await User.query(trx).select("id").findById(sellerId).forNoKeyUpdate();
  const settlement = await Settlement.query(trx).findById(id).forNoKeyUpdate().throwIfNotFound();
  await releaseCuts(trx, sellerId);
  const { orderId } = settlement;
  const { owed, closed } = await lockClawback(trx, settlement);
  if (closed > 0) return refuseSecond(trx, id);
  if (expected && expected.owed !== owed)
    throw new AppError("STANDING_CHANGED", {
      message: "그사이 회수할 금액이 바뀌어 처리하지 않았습니다. 지금 금액을 확인한 뒤 다시 결정해주세요.",
      extra: { owed },
    });
  if (owed === 0) throw new AppError("NOT_CLOSABLE");
  await trx("clawbacks").where({ order_id: orderId }).update({ closed: owed });
  await book(trx, `clawback:${orderId}`, orderId, [
    { account: "seller", sellerId, credit: owed },
    { account: "platform", debit: owed },
  ]);
  await trx("settlement_decisions").insert({
    settlement_id: id,
    admin_id: adminId,
    decision,
    scope: "settlement",
    reason,
  });
  const order = await Order.query(trx).findById(orderId).throwIfNotFound();
  const message = refundTexts.clawbackClosed(order, { won: formatWon(owed), decision, reason });
  const news = await postRefundMessages(trx, order, message, await administrators(trx, config));
  const { orderNumber } = order;
  await emit(trx, [
    { to: [sellerId], name: "settlement", data: { orderNumber, status: settlement.status } },
    ...news,
  ]);
};
