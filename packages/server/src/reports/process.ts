import { AppError, penaltyLabel, type PenaltyType, type ReportStatus } from "@knowhow/shared";
import { User } from "../accounts/User.ts";
import type { Config } from "../config.ts";
import { appNow } from "../database/clock.ts";
import type { Trx } from "../database/BaseModel.ts";
import { administrators, emit, type News } from "../events/emit.ts";
import { isAdminId } from "../http/session.ts";
import { newsOf, openRoom, storeMessage } from "../inquiries/store.ts";
import { imposePenalty } from "../penalties/impose.ts";
import { noticeOf, postNotice } from "../penalties/notice.ts";
import { refreshHolds } from "../settlements/holds.ts";
import { Report } from "./Report.ts";

/** A decision about a report, as the contract's form gives it. */
export interface Decision {
  reportId: string;
  adminId: string;
  status: Exclude<ReportStatus, "pending">;
  reviewNotes: string | null;
  penaltyType: PenaltyType | "none";
  duration: number | null;
  reason: string | null;
}

const isFinal = (status: ReportStatus): boolean => status === "resolved" || status === "dismissed";

const results: Record<Decision["status"], string> = {
  reviewed: "신고하신 내용을 검토하고 있습니다. 결과가 나오면 이곳에 알려드리겠습니다.",
  resolved: "신고하신 내용을 확인하고 조치했습니다. 알려주셔서 고맙습니다.",
  dismissed: "신고하신 내용을 검토했으나 운영 정책 위반을 확인하지 못했습니다.",
};

/** What the reporter is told: the result, and whether something was imposed, but not what. */
const resultOf = ({ status, penaltyType }: Decision): string =>
  status === "resolved" && penaltyType === "none"
    ? "신고하신 내용을 확인했습니다. 알려주셔서 고맙습니다."
    : results[status];

/** Whoever looks at a report that is looked at already takes nobody's notes away; a result has its own. */
const notesOf = (report: Report, { status, reviewNotes }: Decision): string | null =>
  report.status !== status || report.reviewNotes === null || reviewNotes?.includes(report.reviewNotes)
    ? reviewNotes
    : `${report.reviewNotes}\n${reviewNotes ?? ""}`;

const lockReported = async (
  trx: Trx,
  config: Pick<Config, "adminUserIds">,
  userId: string,
): Promise<User> => {
  const user = await User.query(trx).findById(userId).forNoKeyUpdate().throwIfNotFound();
  if (isAdminId(config, user.userId))
    throw new AppError("VALIDATION", { fields: { penaltyType: "관리자에게는 제재를 적용할 수 없습니다." } });
  return user;
};

/**
 * Decides about a report: its state, the penalty with all that hangs on it, and the messages to both, in the caller's
 * transaction. Of two administrators at once one wins, the other gets ALREADY_PROCESSED.
 */
export const processReport = async (
  trx: Trx,
  { config }: { config: Pick<Config, "adminUserIds"> },
  decision: Decision,
): Promise<void> => {
  const { reportId, status, penaltyType, reason } = decision;
  const known = await Report.query(trx).findById(reportId);
  if (!known) throw new AppError("NOT_FOUND");
  const imposes = status === "resolved" && penaltyType !== "none";
  // The person first, as every change of somebody's standing does; then the report.
  if (imposes) await lockReported(trx, config, known.reportedUserId);
  else if (known.reportReason === "fraud")
    await User.query(trx).findById(known.reportedUserId).forNoKeyUpdate();
  const report = await Report.query(trx).findById(reportId).forUpdate().throwIfNotFound();
  const { status: before } = report;
  if (isFinal(before)) throw new AppError("ALREADY_PROCESSED");
  await report.$query(trx).patch({
    status,
    reviewedAt: appNow(),
    reviewedBy: decision.adminId,
    ...(decision.reviewNotes === null ? {} : { reviewNotes: notesOf(report, decision) }),
  });

  const admins = await administrators(trx, config);
  const news: News[] = [{ to: admins, name: "report", data: { id: reportId } }];
  if (imposes) {
    const { penalty, standing } = await imposePenalty(trx, {
      userId: report.reportedUserId,
      reportId,
      adminId: decision.adminId,
      penaltyType,
      duration: decision.duration,
      reason: reason ?? penaltyLabel(penaltyType),
    });
    const notice = {
      userId: report.reportedUserId,
      penaltyId: penalty.id,
      text: noticeOf(penalty, standing),
    };
    const { roomId, messageId } = await postNotice(trx, notice);
    news.push(newsOf(roomId, messageId, [report.reportedUserId, ...admins]));
    news.push({ to: [report.reportedUserId], name: "sanction", data: {} });
  } else if (report.reportReason === "fraud") {
    await refreshHolds(trx, report.reportedUserId);
  }
  if (before !== status) {
    const room = await openRoom(trx, {
      userId: report.reporterId,
      type: "report_result",
      subject: "신고 결과",
      relatedId: reportId,
    });
    const speaker = { as: "service" } as const;
    const { message } = await storeMessage(trx, { roomId: room.id, speaker, message: resultOf(decision) });
    news.push(newsOf(room.id, message.id, [report.reporterId, ...admins]));
  }
  await emit(trx, news);
};
