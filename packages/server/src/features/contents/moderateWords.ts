import { AppError } from "@knowhow/shared";
import type { BaseModel, Trx } from "../../database/BaseModel.ts";
import { Content } from "./Content.ts";
import {
  columnsOf,
  recordModeration,
  refuseRepeated,
  wordsNotice,
  type Moderation,
  type ModerationChange,
} from "../moderation/recordModeration.ts";

interface Words extends BaseModel {
  contentId: string;
  userId: string;
  hiddenAt: Date | null;
}

interface AnsweredWords extends Words {
  answer: string | null;
  answerHiddenAt: Date | null;
  answerHiddenReason: string | null;
}

/** The column of an act that names the words. */
type Reference = { commentId: string } | { ratingId: string } | { questionId: string };

/** Hides words at a content or puts them back, and tells their author why. */
export const moderateWords = async (
  trx: Trx,
  settings: ModerationChange,
  moderation: Moderation,
  { row, noun, words, reference }: { row: Words; noun: string; words: string | null; reference: Reference },
): Promise<void> => {
  refuseRepeated(row.hiddenAt, moderation.state);
  await row.$query(trx).patch(columnsOf(moderation));
  const { title } = await Content.query(trx).findById(row.contentId).throwIfNotFound();
  await recordModeration(trx, settings, moderation, {
    ...reference,
    contentId: row.contentId,
    userId: row.userId,
    text: wordsNotice({ noun, words, title }, moderation),
  });
};

/** Hides the answer to words at a content or puts it back, and tells the seller why. */
export const moderateAnswer = async (
  trx: Trx,
  settings: ModerationChange,
  moderation: Moderation,
  { row, noun, reference }: { row: AnsweredWords; noun: string; reference: Reference },
): Promise<void> => {
  if (row.answer === null) throw new AppError("NOT_FOUND");
  refuseRepeated(row.answerHiddenAt, moderation.state);
  const { hiddenAt: answerHiddenAt, hiddenReason: answerHiddenReason } = columnsOf(moderation);
  await row.$query(trx).patch({ answerHiddenAt, answerHiddenReason });
  const { sellerId, title } = await Content.query(trx).findById(row.contentId).throwIfNotFound();
  await recordModeration(trx, settings, moderation, {
    ...reference,
    contentId: row.contentId,
    isAnswer: true,
    userId: sellerId,
    text: wordsNotice({ noun, words: row.answer, title }, moderation),
  });
};
