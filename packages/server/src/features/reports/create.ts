import { AppError, isUuid } from "@knowhow/shared";
import { UniqueViolationError } from "objection";
import { User } from "../users/User.ts";
import type { Config } from "../../config.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { administrators, emit } from "../../events/emit.ts";
import { isAdminId } from "../../http/session.ts";
import { givesAccessSql } from "../orders/policy.ts";
import { refreshHolds } from "../settlements/holds.ts";
import { takeEvidence } from "../evidence/take.ts";
import { Report } from "./Report.ts";

/** Who reports, and why. */
export interface Filing {
  reporterId: string;
  reportReason: string;
  reportDetails: string;
}

type Target = Pick<Report, "reportType" | "reportedUserId" | "contentTitle"> &
  Partial<Pick<Report, "chatRoomId" | "contentId" | "commentId" | "ratingId" | "questionId">>;
export type FileDeps = { config: Pick<Config, "adminUserIds"> };

/** The length of the column, in characters. */
const titleLength = 200;
/** A title as reports keep it. */
export const shortTitle = (title: string): string => [...title].slice(0, titleLength).join("");

/** The failure of a report of oneself. */
export const oneself = (field: string): AppError =>
  new AppError("VALIDATION", { fields: { [field]: "자기 자신은 신고할 수 없습니다." } });

const isOpenAlready = (error: unknown): boolean =>
  error instanceof UniqueViolationError && error.constraint.startsWith("reports_open_");

/** Stores a report with its evidence, and tells administrators. */
export const file = async (
  trx: Trx,
  { config }: FileDeps,
  { reporterId, reportReason, reportDetails }: Filing,
  target: Target,
): Promise<Report> => {
  try {
    // The user first, as in every change of what they may be paid.
    const isFraud = reportReason === "fraud" && ["content", "chat"].includes(target.reportType);
    if (isFraud) await User.query(trx).findById(target.reportedUserId).forNoKeyUpdate();
    const report = await Report.query(trx)
      .insert({ ...target, reporterId, reportReason, reportDetails })
      .returning("*");
    await takeEvidence(trx, report);
    // A possible fraud holds the seller's payouts; words cheat no one of money.
    if (isFraud) await refreshHolds(trx, target.reportedUserId);
    await emit(trx, [{ to: await administrators(trx, config), name: "report", data: { id: report.id } }]);
    return report;
  } catch (error) {
    throw isOpenAlready(error) ? new AppError("ALREADY_REPORTED") : error;
  }
};

/** Reports a content that the reporter bought; the reported user is its seller. */
export const reportContent = async (
  trx: Trx,
  deps: FileDeps,
  { contentId, ...filing }: Filing & { contentId: string },
): Promise<Report> => {
  const notFound = () => new AppError("NOT_FOUND", { message: "신고할 콘텐츠를 찾을 수 없습니다." });
  if (!isUuid(contentId)) throw notFound();
  const { rows } = await trx.raw<{
    rows: { seller_id: string; user_id: string; title: string; is_public: boolean; bought: boolean }[];
  }>(
    `select c.seller_id, u.user_id, c.title, c.is_listed or c.is_paused as is_public,
            exists (select from orders o where o.buyer_id = ? and o.content_id = c.id and ${givesAccessSql("o")}) as bought
     from contents c join users u on u.id = c.seller_id where c.id = ?`,
    [filing.reporterId, contentId],
  );
  const [content] = rows;
  if (!content) throw notFound();
  if (content.seller_id === filing.reporterId) throw oneself("contentId");
  if (!content.is_public && !content.bought) throw notFound();
  if (isAdminId(deps.config, content.user_id)) throw new AppError("CANNOT_REPORT_ADMIN");
  if (!content.bought)
    throw new AppError("PURCHASE_REQUIRED", { message: "콘텐츠를 구매 후 신고할 수 있습니다." });
  return file(trx, deps, filing, {
    reportType: "content",
    reportedUserId: content.seller_id,
    contentId,
    contentTitle: shortTitle(content.title),
  });
};

/** Reports the other party of a purchase's room. */
export const reportCounterpart = async (
  trx: Trx,
  deps: FileDeps,
  { chatRoomId, reportedUserId, ...filing }: Filing & { chatRoomId: string; reportedUserId: string },
): Promise<Report> => {
  const noRoom = () => new AppError("NOT_FOUND", { message: "채팅방을 찾을 수 없습니다." });
  if (!isUuid(chatRoomId)) throw noRoom();
  const { rows } = await trx.raw<{ rows: { other: string; title: string }[] }>(
    `select case when r.buyer_id = :reporter then r.seller_id else r.buyer_id end as other, o.title
     from chat_rooms r join orders o on o.id = r.order_id
     where r.id = :room and :reporter in (r.buyer_id, r.seller_id)`,
    { reporter: filing.reporterId, room: chatRoomId },
  );
  const [room] = rows;
  if (!room) throw noRoom();
  if (reportedUserId === filing.reporterId) throw oneself("reportedUserId");
  const reported = isUuid(reportedUserId)
    ? await trx("users").where({ id: reportedUserId }).first<{ user_id: string } | undefined>("user_id")
    : undefined;
  if (reported && isAdminId(deps.config, reported.user_id)) throw new AppError("CANNOT_REPORT_ADMIN");
  if (reportedUserId !== room.other)
    throw new AppError("NOT_FOUND", { message: "신고할 상대를 찾을 수 없습니다." });
  return file(trx, deps, filing, {
    reportType: "chat",
    reportedUserId,
    chatRoomId,
    contentTitle: shortTitle(room.title),
  });
};
