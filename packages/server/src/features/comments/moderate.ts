import { AppError } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { Content } from "../contents/Content.ts";
import {
  columnsOf,
  recordModeration,
  refuseRepeated,
  wordsNotice,
  type Moderation,
  type ModerationChange,
} from "../moderation/recordModeration.ts";
import { ContentComment } from "./ContentComment.ts";

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
    text: wordsNotice({ noun: "댓글", words: comment.comment, title }, moderation),
  });
};
