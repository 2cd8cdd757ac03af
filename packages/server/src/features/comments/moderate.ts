import { AppError } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { Content } from "../contents/Content.ts";
import {
  appeal,
  columnsOf,
  recordModeration,
  refuseRepeated,
  type Moderation,
  type ModerationChange,
} from "../moderation/recordModeration.ts";
import { ContentComment } from "./ContentComment.ts";

/** Characters of a comment by which its author recognises it. */
const excerptLength = 60;

const commentNotice = (comment: string, title: string, { state, reason }: Moderation): string => {
  const letters = [...comment];
  const excerpt = letters.length > excerptLength ? `${letters.slice(0, excerptLength).join("")}…` : comment;
  return state === "hidden"
    ? `‘${title}’에 남기신 댓글을 숨겼습니다.\n댓글: ${excerpt}\n사유: ${reason}\n\n${appeal}`
    : `‘${title}’에 남기신 댓글을 다시 공개했습니다.\n댓글: ${excerpt}\n사유: ${reason}`;
};

/** Hides a comment or puts it back, and tells its author why. */
export const moderateComment = async (
  trx: Trx,
  settings: ModerationChange,
  moderation: Moderation,
): Promise<void> => {
  const comment = await ContentComment.query(trx).findById(moderation.id).forNoKeyUpdate();
  if (!comment) throw new AppError("NOT_FOUND");
  refuseRepeated(comment.hiddenAt, moderation.state);
  await comment.$query(trx).patch(columnsOf(moderation));
  const { title } = await Content.query(trx).findById(comment.contentId).throwIfNotFound();
  await recordModeration(trx, settings, moderation, {
    contentId: comment.contentId,
    commentId: comment.id,
    userId: comment.userId,
    text: commentNotice(comment.comment, title, moderation),
  });
};
