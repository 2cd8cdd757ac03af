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
import { ContentRating } from "./ContentRating.ts";
import { countRating } from "./rate.ts";

const lock = async (trx: Trx, id: string) => {
  const rating = await ContentRating.query(trx).findById(id).forNoKeyUpdate();
  if (!rating) throw new AppError("NOT_FOUND");
  const { sellerId, title } = await Content.query(trx).findById(rating.contentId).throwIfNotFound();
  return { rating, sellerId, title };
};

/** Hides a rating, which leaves the content's mean, or puts it back, and tells its author why; gives its id. */
export const moderateRating = async (
  trx: Trx,
  settings: ModerationChange,
  moderation: Moderation,
): Promise<string> => {
  const { rating, title } = await lock(trx, moderation.id);
  refuseRepeated(rating.hiddenAt, moderation.state);
  await rating.$query(trx).patch(columnsOf(moderation));
  const sign = moderation.state === "hidden" ? -1 : 1;
  await countRating(trx, rating.contentId, { ratings: sign, points: sign * rating.score });
  await recordModeration(trx, settings, moderation, {
    contentId: rating.contentId,
    ratingId: rating.id,
    userId: rating.userId,
    text: wordsNotice({ noun: "후기", words: rating.text, title }, moderation),
  });
  return rating.id;
};

/** Hides the seller's answer to a rating or puts it back, and tells the seller why; gives the rating's id. */
export const moderateRatingAnswer = async (
  trx: Trx,
  settings: ModerationChange,
  moderation: Moderation,
): Promise<string> => {
  const { rating, sellerId, title } = await lock(trx, moderation.id);
  if (rating.answer === null) throw new AppError("NOT_FOUND");
  refuseRepeated(rating.answerHiddenAt, moderation.state);
  await rating.$query(trx).patch(answerColumnsOf(moderation));
  await recordModeration(trx, settings, moderation, {
    contentId: rating.contentId,
    ratingId: rating.id,
    isAnswer: true,
    userId: sellerId,
    text: wordsNotice({ noun: "후기 답변", words: rating.answer, title }, moderation),
  });
  return rating.id;
};
