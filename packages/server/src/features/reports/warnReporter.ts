import { AppError } from "@knowhow/shared";
import { User } from "../users/User.ts";
import type { Config } from "../../config.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { administrators, emit } from "../../events/emit.ts";
import { isAdminId } from "../../http/session.ts";
import { imposePenalty } from "../penalties/impose.ts";
import { noticeOf, postNotice } from "../penalties/notice.ts";
import { Penalty } from "../penalties/Penalty.ts";
import { nameReport } from "./naming.ts";
import { Report } from "./Report.ts";
import { bansAny, readStandings, refuseChangedStanding, type Expectation } from "./standing.ts";

interface Warning extends Pick<Expectation, "expected"> {
  reportId: string;
  adminId: string;
  reason: string;
  /** Fails unless the administrator's password is fresh; called only where the ladder ends with a ban. */
  requireFreshPassword: () => Promise<void>;
}

/** Warns the reporter of a dismissed report, by the ladder of all warnings; once for each report. */
export const warnReporter = async (
  trx: Trx,
  { config }: { config: Pick<Config, "adminUserIds"> },
  { reportId, adminId, reason, expected, requireFreshPassword }: Warning,
): Promise<Penalty> => {
  const known = await Report.query(trx).findById(reportId);
  if (!known) throw new AppError("NOT_FOUND");
  const userId = known.reporterId;
  // The user first, as in every change of a standing; then the report.
  const reporter = await User.query(trx).findById(userId).forNoKeyUpdate().throwIfNotFound();
  if (isAdminId(config, reporter.userId))
    throw new AppError("VALIDATION", { fields: { reason: "관리자에게는 제재를 적용할 수 없습니다." } });
  const report = await Report.query(trx).findById(reportId).forNoKeyUpdate().throwIfNotFound();
  if (report.status !== "dismissed")
    throw new AppError("NOT_PROCESSED", { message: "기각한 신고의 신고자에게만 경고할 수 있습니다." });
  const before = await Penalty.query(trx)
    .where({ report_id: reportId, user_id: userId, is_active: 1 })
    .first();
  if (before) throw new AppError("ALREADY_PROCESSED", { message: "이미 이 신고로 신고자에게 경고했습니다." });
  const standings = await readStandings(trx, [userId]);
  refuseChangedStanding(standings, { expected, expectedByUser: new Map() });
  if (bansAny("warning", standings)) await requireFreshPassword();
  const { penalty, standing, news } = await imposePenalty(trx, {
    userId,
    reportIds: [reportId],
    adminId,
    penaltyType: "warning",
    duration: null,
    reason,
  });
  const text = `${noticeOf(penalty, standing)}\n\n${nameReport(report)}`;
  const admins = await administrators(trx, config);
  const told = await postNotice(trx, { userId, penaltyId: penalty.id, text, admins });
  await emit(trx, [
    ...told,
    { to: [userId], name: "sanction", data: {} },
    { to: admins, name: "report", data: { id: reportId } },
    ...news,
  ]);
  return penalty;
};
