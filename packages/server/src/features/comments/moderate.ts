import { AppError } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { moderateWords } from "../contents/moderateWords.ts";
import type { Moderation, ModerationChange } from "../moderation/recordModeration.ts";
import { ContentComment } from "./ContentComment.ts";

/** Hides a comment or puts it back, and tells its author why. */
export const moderateComment = async (
  trx: Trx,
  settings: ModerationChange,
  moderation: Moderation,
): Promise<void> => {
  const row = await ContentComment.query(trx).findById(moderation.id).forNoKeyUpdate();
  if (!row) throw new AppError("NOT_FOUND");
  const reference = { commentId: row.id };
  await moderateWords(trx, settings, moderation, { row, noun: "댓글", words: row.comment, reference });
};
