import { AppError } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { ContentRating } from "./ContentRating.ts";

/** Says that a rating helped, or takes that back; said again it changes nothing. Gives the rating's id. */
export const setHelpful = async (
  trx: Trx,
  { id, userId, isHelpful }: { id: string; userId: string; isHelpful: boolean },
): Promise<string> => {
  const rating = await ContentRating.query(trx).findById(id).forNoKeyUpdate();
  if (!rating || rating.hiddenAt !== null) throw new AppError("NOT_FOUND");
  if (rating.userId === userId)
    throw new AppError("OWN_CONTENT", { message: "자신의 후기에는 ‘도움돼요’를 누를 수 없습니다." });
  const vote = { rating_id: id, user_id: userId };
  const changed = isHelpful
    ? await trx("rating_votes").insert(vote).onConflict().ignore().returning("rating_id")
    : await trx("rating_votes").where(vote).delete().returning("rating_id");
  await rating.$query(trx).increment("helpful_count", isHelpful ? changed.length : -changed.length);
  return id;
};
