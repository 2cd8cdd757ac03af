import { AppError, type PenaltyType } from "@knowhow/shared";
import { appTime } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import type { News } from "../../events/emit.ts";
import { stepOf } from "./ladder.ts";
import { inForceSql } from "./lifecycle.ts";
import { Penalty } from "./Penalty.ts";
import { applyStanding, type StandingNow } from "./standing.ts";

interface Imposing {
  userId: string;
  /** All reports about this user in the decision; the penalty is listed under the first. */
  reportIds: readonly [string, ...string[]];
  adminId: string;
  penaltyType: PenaltyType;
  duration: number | null;
  reason: string;
}

const remainingPenalty = "이 신고로 적용한 제재가 남아 있습니다. 먼저 그 제재를 해제해주세요.";

/**
 * Imposes a penalty on a user whose row the caller has locked. A warning climbs the ladder: the second suspends too,
 * the third bans; each is one row. A reopened case brings no second penalty beside a first one that is in force,
 * whichever of the reports decided together it is. The caller emits the news.
 */
export const imposePenalty = async (
  trx: Trx,
  { penaltyType, duration, reportIds, ...what }: Imposing,
): Promise<{ penalty: Penalty; standing: StandingNow; news: News[] }> => {
  const days = penaltyType === "suspension" ? duration : await daysOfWarning(trx, what.userId, penaltyType);
  const before = await Penalty.query(trx)
    .where({ user_id: what.userId })
    .whereRaw(inForceSql("user_penalties"))
    .whereIn("id", trx("report_penalties").select("penalty_id").whereIn("report_id", reportIds))
    .first();
  if (before)
    throw new AppError("VALIDATION", {
      message: remainingPenalty,
      fields: { penaltyType: remainingPenalty },
    });
  const penalty = await Penalty.query(trx)
    .insert({
      ...what,
      reportId: reportIds[0],
      penaltyType,
      duration: days,
      ...(days === null ? {} : { endDate: appTime("app_now() + ? * interval '1 day'", [days]) }),
    })
    .returning("*");
  await trx("report_penalties").insert(
    reportIds.map((reportId) => ({ report_id: reportId, penalty_id: penalty.id })),
  );
  return { penalty, ...(await applyStanding(trx, what.userId)) };
};

const daysOfWarning = async (trx: Trx, userId: string, type: PenaltyType): Promise<number | null> => {
  if (type !== "warning") return null;
  const before = await Penalty.query(trx).where({ user_id: userId, penalty_type: "warning", is_active: 1 });
  const step = stepOf(before.length + 1);
  return step.kind === "suspension" ? step.days : null;
};
