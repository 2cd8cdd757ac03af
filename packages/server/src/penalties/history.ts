import { AppError, type api, type OutputOf } from "@knowhow/shared";
import type { Deps } from "../deps.ts";
import { User } from "../accounts/User.ts";
import { Report } from "../reports/Report.ts";
import { Penalty } from "./Penalty.ts";
import { presentPenalty } from "./presenter.ts";

const most = 100;

/** Everything that decides how to judge somebody; NOT_FOUND when there is no such person. */
export const readHistory = async (
  { knex }: Pick<Deps, "knex">,
  userId: string,
): Promise<OutputOf<(typeof api)["penalties"]["history"]>> => {
  const user = await User.query(knex).findById(userId);
  if (!user) throw new AppError("NOT_FOUND");
  const [reports, penalties, orders] = await Promise.all([
    Report.query(knex)
      .where({ reported_user_id: userId })
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(most),
    Penalty.query(knex)
      .where({ user_id: userId })
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(most),
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
      reportType: report.reportType,
      status: report.status,
      reportReason: report.reportReason,
      contentTitle: report.contentTitle,
      createdAt: report.createdAt.toISOString(),
      reviewedAt: report.reviewedAt?.toISOString() ?? null,
    })),
    penalties: penalties.map(presentPenalty),
    orders: orders[0] ?? { count: 0, refunded: 0 },
  };
};
