import { AppError } from "@knowhow/shared";
import { raw, UniqueViolationError } from "objection";
import { User } from "../users/User.ts";
import type { Config } from "../../config.ts";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { administrators, emit } from "../../events/emit.ts";
import { postByService } from "../inquiries/store.ts";
import { refreshHolds } from "../settlements/holds.ts";
import { reportMoves } from "./lifecycle.ts";
import { nameReport } from "./naming.ts";
import { isFinal, Report } from "./Report.ts";

interface Reopening {
  reportId: string;
  adminId: string;
  reason: string;
}

const reopen = async (trx: Trx, { reportId, adminId, reason }: Reopening): Promise<void> => {
  try {
    await Report.query(trx)
      .findById(reportId)
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
 * Reopens a decided report: it is under review, with all earlier decisions kept beside it, and its reporter is told. A
 * penalty stays until it is lifted. Of two at once one wins, the other gets NOT_PROCESSED.
 */
export const reopenReport = async (
  trx: Trx,
  { config }: { config: Pick<Config, "adminUserIds"> },
  reopening: Reopening,
): Promise<void> => {
  const known = await Report.query(trx).findById(reopening.reportId);
  if (!known) throw new AppError("NOT_FOUND");
  // The user first, as in every change of what they may be paid.
  if (known.reportReason === "fraud") await User.query(trx).findById(known.reportedUserId).forNoKeyUpdate();
  const report = await Report.query(trx).findById(known.id).forNoKeyUpdate().throwIfNotFound();
  if (!isFinal(report.status))
    throw new AppError(
      "NOT_PROCESSED",
      report.reopenedCount > 0 ? { message: "이미 다시 검토하고 있는 신고입니다." } : {},
    );
  await reopen(trx, reopening);
  if (report.reportReason === "fraud") await refreshHolds(trx, report.reportedUserId);
  const admins = await administrators(trx, config);
  const told = await postByService(trx, {
    userId: report.reporterId,
    type: "report_result",
    subject: "신고 결과",
    relatedId: report.id,
    text: `처리했던 신고를 다시 검토하고 있습니다. 결과가 나오면 이곳에 알려드리겠습니다.\n\n${nameReport(report)}`,
    admins,
  });
  await emit(trx, [{ to: admins, name: "report", data: { id: report.id } }, ...told]);
};
