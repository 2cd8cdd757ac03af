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

interface Filing {
  reporterId: string;
  reportReason: string;
  reportDetails: string;
}

type Target = Pick<
  Report,
  "reportType" | "reportedUserId" | "chatRoomId" | "contentId" | "contentTitle" | "commentId"
>;
type FileDeps = { config: Pick<Config, "adminUserIds"> };

/** The length of the column, in characters. */
const titleLength = 200;
const shortTitle = (title: string): string => [...title].slice(0, titleLength).join("");

const oneself = (field: string): AppError =>
  new AppError("VALIDATION", { fields: { [field]: "자기 자신은 신고할 수 없습니다." } });

const isOpenAlready = (error: unknown): boolean =>
  error instanceof UniqueViolationError &&
  ["reports_open_content", "reports_open_chat", "reports_open_comment"].includes(error.constraint);

const file = async (
  trx: Trx,
  { config }: FileDeps,
  { reporterId, reportReason, reportDetails }: Filing,
  target: Target,
): Promise<Report> => {
  try {
    // The user first, as in every change of what they may be paid.
    const isFraud = reportReason === "fraud" && target.reportType !== "comment";
    if (isFraud) await User.query(trx).findById(target.reportedUserId).forNoKeyUpdate();
    const report = await Report.query(trx)
      .insert({ ...target, reporterId, reportReason, reportDetails })
      .returning("*");
    await takeEvidence(trx, report);
    // A possible fraud holds the seller's payouts; a comment cheats no one of money.
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
    chatRoomId: null,
    commentId: null,
  });
};

/** Reports a comment that the reporter can read; the reported user is its author. */
export const reportComment = async (
  trx: Trx,
  deps: FileDeps,
  { commentId, ...filing }: Filing & { commentId: string },
): Promise<Report> => {
  const notFound = () => new AppError("NOT_FOUND", { message: "신고할 댓글을 찾을 수 없습니다." });
  if (!isUuid(commentId)) throw notFound();
  const { rows } = await trx.raw<{
    rows: { author_id: string; user_id: string; content_id: string; title: string; is_shown: boolean }[];
  }>(
    `select m.user_id as author_id, u.user_id, c.id as content_id, c.title,
            m.hidden_at is null and not exists (
              select from content_comments p where p.id = m.parent_id and p.hidden_at is not null)
            and (c.is_listed or c.is_paused or c.seller_id = :reporter or exists (
              select from orders o
              where o.buyer_id = :reporter and o.content_id = c.id and ${givesAccessSql("o")})) as is_shown
     from content_comments m join contents c on c.id = m.content_id join users u on u.id = m.user_id
     where m.id = :commentId
     -- Until the report keeps it, its author does not delete it.
     for share of m`,
    { reporter: filing.reporterId, commentId },
  );
  const [comment] = rows;
  if (!comment) throw notFound();
  if (comment.author_id === filing.reporterId) throw oneself("commentId");
  if (!comment.is_shown) throw notFound();
  if (isAdminId(deps.config, comment.user_id)) throw new AppError("CANNOT_REPORT_ADMIN");
  return file(trx, deps, filing, {
    reportType: "comment",
    reportedUserId: comment.author_id,
    contentId: comment.content_id,
    contentTitle: shortTitle(comment.title),
    chatRoomId: null,
    commentId,
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
    contentId: null,
    commentId: null,
    contentTitle: shortTitle(room.title),
  });
};
