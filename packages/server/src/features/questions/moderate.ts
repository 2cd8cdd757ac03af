import { AppError } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { moderateAnswer, moderateWords } from "../contents/moderateWords.ts";
import type { Moderation, ModerationChange } from "../moderation/recordModeration.ts";
import { ContentQuestion } from "./ContentQuestion.ts";

const lock = async (trx: Trx, id: string) => {
  const row = await ContentQuestion.query(trx).findById(id).forNoKeyUpdate();
  if (!row) throw new AppError("NOT_FOUND");
  return { row, reference: { questionId: id } };
};

/** Hides a question with its answer or puts it back, and tells the asker why. */
export const moderateQuestion = async (
  trx: Trx,
  settings: ModerationChange,
  moderation: Moderation,
): Promise<void> => {
  const question = await lock(trx, moderation.id);
  const words = question.row.question;
  await moderateWords(trx, settings, moderation, { ...question, noun: "문의", words });
};

/** Hides the answer to a question or puts it back, and tells the seller why. */
export const moderateQuestionAnswer = async (
  trx: Trx,
  settings: ModerationChange,
  moderation: Moderation,
): Promise<void> => {
  const question = await lock(trx, moderation.id);
  await moderateAnswer(trx, settings, moderation, { ...question, noun: "문의 답변" });
};
