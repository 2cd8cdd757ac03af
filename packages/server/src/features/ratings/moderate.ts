import { AppError } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { moderateAnswer, moderateWords } from "../contents/moderateWords.ts";
import { refuseRepeated, type Moderation, type ModerationChange } from "../moderation/recordModeration.ts";
import { ContentRating } from "./ContentRating.ts";
import { countRating } from "./rate.ts";

const lock = async (trx: Trx, id: string) => {
  const row = await ContentRating.query(trx).findById(id).forNoKeyUpdate();
  if (!row) throw new AppError("NOT_FOUND");
  return { row, reference: { ratingId: id } };
};

/** Hides a rating, which leaves the content's mean, or puts it back, and tells its author why; gives its id. */
export const moderateRating = async (
  trx: Trx,
  settings: ModerationChange,
  moderation: Moderation,
): Promise<string> => {
  const rating = await lock(trx, moderation.id);
  const { id, contentId, hiddenAt, score, text: words } = rating.row;
  // A repeated act must not count the rating twice.
  refuseRepeated(hiddenAt, moderation.state);
  const sign = moderation.state === "hidden" ? -1 : 1;
  await countRating(trx, contentId, { ratings: sign, points: sign * score });
  await moderateWords(trx, settings, moderation, { ...rating, noun: "후기", words });
  return id;
};

/** Hides the seller's answer to a rating or puts it back, and tells the seller why; gives the rating's id. */
export const moderateRatingAnswer = async (
  trx: Trx,
  settings: ModerationChange,
  moderation: Moderation,
): Promise<string> => {
  const rating = await lock(trx, moderation.id);
  await moderateAnswer(trx, settings, moderation, { ...rating, noun: "후기 답변" });
  return rating.row.id;
};
