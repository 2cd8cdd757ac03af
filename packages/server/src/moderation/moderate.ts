import { AppError, type ModerationState } from "@knowhow/shared";
import { ContentComment } from "../comments/ContentComment.ts";
import type { Config } from "../config.ts";
import { Content } from "../contents/Content.ts";
import { appNow } from "../database/clock.ts";
import type { Trx } from "../database/BaseModel.ts";
import { administrators, contentsChannel, emit } from "../events/emit.ts";
import { newsOf, openRoom, storeMessage } from "../inquiries/store.ts";

interface Moderation {
  id: string;
  adminId: string;
  state: ModerationState;
  reason: string;
}

type Settings = { config: Pick<Config, "adminUserIds"> };

/** Characters of a comment by which its author knows it again. */
const excerptLength = 60;

const appeal = "이의가 있으시면 이 대화에 남겨주세요. 확인하고 답변드리겠습니다.";

const contentNotice = (title: string, { state, reason }: Moderation): string =>
  state === "hidden"
    ? `등록하신 콘텐츠 ‘${title}’을(를) 숨겼습니다.\n사유: ${reason}\n\n마켓과 검색에 보이지 않으며 새로 구매할 수 없습니다. 이미 구매한 분들은 계속 이용할 수 있습니다.\n${appeal}`
    : `숨겼던 콘텐츠 ‘${title}’을(를) 다시 공개했습니다.\n사유: ${reason}`;

const commentNotice = (comment: string, title: string, { state, reason }: Moderation): string => {
  const letters = [...comment];
  const excerpt = letters.length > excerptLength ? `${letters.slice(0, excerptLength).join("")}…` : comment;
  return state === "hidden"
    ? `‘${title}’에 남기신 댓글을 숨겼습니다.\n댓글: ${excerpt}\n사유: ${reason}\n\n${appeal}`
    : `‘${title}’에 남기신 댓글을 다시 공개했습니다.\n댓글: ${excerpt}\n사유: ${reason}`;
};

const refuseRepeated = (hiddenAt: Date | null, state: ModerationState): void => {
  if ((hiddenAt === null) !== (state === "listed")) return;
  const message = state === "hidden" ? "이미 숨겨져 있습니다." : "이미 공개되어 있습니다.";
  throw new AppError("ALREADY_IN_STATE", { message });
};

const columnsOf = ({ state, reason }: Moderation) =>
  state === "hidden" ? { hiddenAt: appNow(), hiddenReason: reason } : { hiddenAt: null, hiddenReason: null };

interface Subject {
  contentId: string;
  commentId: string | null;
  userId: string;
  text: string;
}

/** Writes an act down and tells the author; every process drops what it keeps of contents. */
const record = async (
  trx: Trx,
  { config }: Settings,
  { adminId, state, reason }: Moderation,
  { contentId, commentId, userId, text }: Subject,
): Promise<void> => {
  await trx("moderation_acts").insert({
    admin_id: adminId,
    content_id: contentId,
    comment_id: commentId,
    user_id: userId,
    state,
    reason,
  });
  const room = await openRoom(trx, { userId, type: "general", subject: "운영 안내" });
  const speaker = { as: "service" } as const;
  const { message } = await storeMessage(trx, { roomId: room.id, speaker, message: text });
  await trx.raw("select pg_notify(?, '')", [contentsChannel]);
  await emit(trx, [newsOf(room.id, message.id, [userId, ...(await administrators(trx, config))])]);
};

/** Takes a content down or puts it back, and tells its seller why. What its seller deleted is not found. */
export const moderateContent = async (
  trx: Trx,
  settings: Settings,
  moderation: Moderation,
): Promise<void> => {
  const content = await Content.query(trx).findById(moderation.id).forUpdate();
  if (!content || content.deletedAt !== null) throw new AppError("NOT_FOUND");
  refuseRepeated(content.hiddenAt, moderation.state);
  await content.$query(trx).patch(columnsOf(moderation));
  await record(trx, settings, moderation, {
    contentId: content.id,
    commentId: null,
    userId: content.sellerId,
    text: contentNotice(content.title, moderation),
  });
};

/** Takes a comment down or puts it back, and tells its author why. */
export const moderateComment = async (
  trx: Trx,
  settings: Settings,
  moderation: Moderation,
): Promise<void> => {
  const comment = await ContentComment.query(trx).findById(moderation.id).forUpdate();
  if (!comment) throw new AppError("NOT_FOUND");
  refuseRepeated(comment.hiddenAt, moderation.state);
  await comment.$query(trx).patch(columnsOf(moderation));
  const { title } = await Content.query(trx).findById(comment.contentId).throwIfNotFound();
  await record(trx, settings, moderation, {
    contentId: comment.contentId,
    commentId: comment.id,
    userId: comment.userId,
    text: commentNotice(comment.comment, title, moderation),
  });
};
