import { AppError } from "@knowhow/shared";
import { raw, UniqueViolationError } from "objection";
import { User } from "../users/User.ts";
import type { Config } from "../../config.ts";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { administrators, emit, type News } from "../../events/emit.ts";
import { postByService } from "../inquiries/store.ts";
import { refreshHolds } from "../settlements/holds.ts";
import { reportMoves } from "./lifecycle.ts";
import { nameReport } from "./naming.ts";
import { isFinal, Report } from "./Report.ts";
import { isTogetherSql, openSql, sameTargetSql } from "./target.ts";

interface Reopening {
  reportId: string;
  /** Those decided together with it about the same target are reopened too. */
  includeVoices: boolean;
  adminId: string;
  reason: string;
}

const reopen = async (
  trx: Trx,
  reports: readonly Report[],
  { adminId, reason }: Reopening,
): Promise<void> => {
  try {
    await Report.query(trx)
      .findByIds(reports.map(({ id }) => id))
      .patch({
        status: reportMoves.reopen.to,
        reviewedAt: appNow(),
        reviewedBy: adminId,
        // The notes of the decision before are in the record.
        reviewNotes: null,
        reopenReason: reason,
        reopenedCount: raw("reopened_count + 1"),
      });
  } catch (error) {
    if (!(error instanceof UniqueViolationError)) throw error;
    throw new AppError("ALREADY_REPORTED", {
      message: "같은 신고자가 같은 대상을 다시 신고한 건이 열려 있습니다. 그 신고에서 처리해주세요.",
    });
  }
};

/**
 * Locks the reports that were decided together with one about the same target, without those whose reporter has an open
 * one about it again.
 */
const lockVoices = async (trx: Trx, report: Report): Promise<Report[]> =>
  Report.query(trx)
    .alias("r")
    .whereRaw(
      `not r.${openSql} and exists (select from reports it where it.id = ? and ${sameTargetSql("r", "it")} and ${isTogetherSql})
       and not exists (select from reports o
         where o.reporter_id = r.reporter_id and ${sameTargetSql("o", "r")} and o.${openSql})`,
      [report.id],
    )
    .orderBy("r.id")
    .forNoKeyUpdate();

/**
 * Reopens a decided report: it is under review, with all earlier decisions kept beside it, and its reporter is told. A
 * penalty stays until it is lifted. Of two at once one wins, the other gets NOT_PROCESSED.
 */
export const reopenReport = async (
  trx: Trx,
  { config }: { config: Pick<Config, "adminUserIds"> },
  reopening: Reopening,
): Promise<void> => {
  const { includeVoices } = reopening;
  const known = await Report.query(trx).findById(reopening.reportId);
  if (!known) throw new AppError("NOT_FOUND");
  // The user first, as in every change of what they may be paid.
  if (includeVoices || known.reportReason === "fraud")
    await User.query(trx).findById(known.reportedUserId).forNoKeyUpdate();
  const voices = includeVoices ? await lockVoices(trx, known) : [];
  const report = await Report.query(trx).findById(known.id).forNoKeyUpdate().throwIfNotFound();
  if (!isFinal(report.status))
    throw new AppError(
      "NOT_PROCESSED",
      report.reopenedCount > 0 ? { message: "이미 다시 검토하고 있는 신고입니다." } : {},
    );
  const reports = [report, ...voices.filter(({ id }) => id !== report.id)];
  await reopen(trx, reports, reopening);
  if (reports.some(({ reportReason }) => reportReason === "fraud"))
    await refreshHolds(trx, report.reportedUserId);
  const admins = await administrators(trx, config);
  const news: News[] = [];
  // In one global order: two decisions with the same reporters never wait for each other crosswise.
  for (const voice of reports.sort((one, other) => one.reporterId.localeCompare(other.reporterId))) {
    news.push({ to: admins, name: "report", data: { id: voice.id } });
    news.push(
      ...(await postByService(trx, {
        userId: voice.reporterId,
        type: "report_result",
        subject: "신고 결과",
        relatedId: voice.id,
        text: `처리했던 신고를 다시 검토하고 있습니다. 결과가 나오면 이곳에 알려드리겠습니다.\n\n${nameReport(voice)}`,
        admins,
      })),
    );
  }
  await emit(trx, news);
};
