import { AppError, type api, type OutputOf, type ReportStatus, type ReportType } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { User } from "../users/User.ts";
import { Penalty } from "./Penalty.ts";
import { presentPenalty } from "./presenter.ts";

const maxEntries = 100;

interface ReportRow {
  id: string;
  report_type: ReportType;
  status: ReportStatus;
  report_reason: string;
  content_title: string | null;
  created_at: Date;
  reviewed_at: Date | null;
}

/** The facts for judging a user; NOT_FOUND when there is no such user. */
export const readHistory = async (
  { knex }: Pick<Deps, "knex">,
  userId: string,
): Promise<OutputOf<(typeof api)["penalties"]["history"]>> => {
  const user = await User.query(knex).findById(userId);
  if (!user) throw new AppError("NOT_FOUND");
  const [reports, penalties, orders] = await Promise.all([
    knex("reports")
      .where({ reported_user_id: userId })
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(maxEntries)
      .select<ReportRow[]>(
        "id",
        "report_type",
        "status",
        "report_reason",
        "content_title",
        "created_at",
        "reviewed_at",
      ),
    Penalty.query(knex)
      .where({ user_id: userId })
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(maxEntries),
    knex("orders")
      .where({ buyer_id: userId })
      .whereNotNull("paid_at")
      .select<{ count: number; refunded: number }[]>(
        knex.raw("count(*) as count, count(*) filter (where status = 'refunded') as refunded"),
      ),
  ]);
  return {
    user: {
      id: user.id,
      userId: user.userId,
      nickname: user.nickname,
      warningCount: user.warningCount,
      suspendedUntil: user.suspendedUntil?.toISOString() ?? null,
      isBanned: user.isBanned === 1,
      banReason: user.banReason,
      createdAt: user.createdAt.toISOString(),
    },
    reports: reports.map((report) => ({
      id: report.id,
      reportType: report.report_type,
      status: report.status,
      reportReason: report.report_reason,
      contentTitle: report.content_title,
      createdAt: report.created_at.toISOString(),
      reviewedAt: report.reviewed_at?.toISOString() ?? null,
    })),
    penalties: penalties.map(presentPenalty),
    orders: orders[0] ?? { count: 0, refunded: 0 },
  };
};
