import { AppError } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { Content } from "../contents/Content.ts";
import {
  answerColumnsOf,
  columnsOf,
  recordModeration,
  refuseRepeated,
  wordsNotice,
  type Moderation,
  type ModerationChange,
} from "../moderation/recordModeration.ts";
import { ContentQuestion } from "./ContentQuestion.ts";

const lock = async (trx: Trx, id: string) => {
  const question = await ContentQuestion.query(trx).findById(id).forNoKeyUpdate();
  if (!question) throw new AppError("NOT_FOUND");
  const { sellerId, title } = await Content.query(trx).findById(question.contentId).throwIfNotFound();
  return { question, sellerId, title };
};

/** Hides a question with its answer or puts it back, and tells the asker why. */
export const moderateQuestion = async (
  trx: Trx,
  settings: ModerationChange,
  moderation: Moderation,
): Promise<void> => {
  const { question, title } = await lock(trx, moderation.id);
  refuseRepeated(question.hiddenAt, moderation.state);
  await question.$query(trx).patch(columnsOf(moderation));
  await recordModeration(trx, settings, moderation, {
    contentId: question.contentId,
    questionId: question.id,
    userId: question.userId,
    text: wordsNotice({ noun: "문의", words: question.question, title }, moderation),
  });
};

/** Hides the answer to a question or puts it back, and tells the seller why. */
export const moderateQuestionAnswer = async (
  trx: Trx,
  settings: ModerationChange,
  moderation: Moderation,
): Promise<void> => {
  const { question, sellerId, title } = await lock(trx, moderation.id);
  if (question.answer === null) throw new AppError("NOT_FOUND");
  refuseRepeated(question.answerHiddenAt, moderation.state);
  await question.$query(trx).patch(answerColumnsOf(moderation));
  await recordModeration(trx, settings, moderation, {
    contentId: question.contentId,
    questionId: question.id,
    isAnswer: true,
    userId: sellerId,
    text: wordsNotice({ noun: "문의 답변", words: question.answer, title }, moderation),
  });
};
