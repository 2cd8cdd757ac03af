import { AppError, type RatingForm } from "@knowhow/shared";
import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { Content } from "../contents/Content.ts";
import { emit } from "../../events/emit.ts";
import { givesAccessSql } from "../orders/policy.ts";
import { ContentRating } from "./ContentRating.ts";
import { savePictures, type JudgePictures } from "./pictures.ts";

/** Counts a rating in its content, after the rating itself: everything locks the two in this order. */
export const countRating = async (
  trx: Trx,
  contentId: string,
  change: { ratings: number; points: number },
): Promise<void> => {
  await trx("contents")
    .where({ id: contentId })
    .increment({ rating_count: change.ratings, rating_sum: change.points });
};

const tell = async (
  trx: Trx,
  { id, contentId, userId }: Pick<ContentRating, "id" | "contentId" | "userId">,
): Promise<void> => {
  const { sellerId } = await Content.query(trx).findById(contentId).select("seller_id").throwIfNotFound();
  await emit(trx, [{ to: [sellerId, userId], name: "rating", data: { contentId, id } }]);
};

/**
 * A rating under its row lock, for its author. What administrators have judged stays as they judged it: deleted, it
 * could be given anew.
 */
const lockOwnRating = async (
  trx: Trx,
  { id, userId }: { id: string; userId: string },
): Promise<ContentRating> => {
  const rating = await ContentRating.query(trx).findById(id).forNoKeyUpdate();
  if (!rating) throw new AppError("NOT_FOUND");
  if (rating.userId !== userId) throw new AppError("NOT_OWNER");
  if (rating.hiddenAt !== null)
    throw new AppError("NOT_FOUND", {
      message: "관리자가 숨긴 후기는 고치거나 삭제할 수 없습니다. 이의가 있으시면 1:1 문의로 알려주세요.",
    });
  return rating;
};

/** A form, and what judges its pictures. */
interface Given {
  form: RatingForm;
  judge: JudgePictures;
}

const columnsOf = ({ score, text }: RatingForm) => ({ score, text: text ?? null });

/** Rates what a person has bought and opened; gives the rating's id. */
export const createRating = async (
  trx: Trx,
  { contentId, userId, form, judge }: { contentId: string; userId: string } & Given,
): Promise<string> => {
  // A refund waits for this lock, and finds the rating; after it there is no purchase.
  const { rows } = await trx.raw<{ rows: { is_opened: boolean }[] }>(
    `select exists (select from deliveries d where d.order_id = o.id) as is_opened
     from orders o where o.buyer_id = ? and o.content_id = ? and ${givesAccessSql("o")} for share`,
    [userId, contentId],
  );
  const [bought] = rows;
  if (!bought)
    throw new AppError("PURCHASE_REQUIRED", { message: "콘텐츠를 구매 후 평점을 남길 수 있습니다." });
  if (!bought.is_opened)
    throw new AppError("NOT_OPENED", { message: "구매한 콘텐츠를 열어 본 뒤 평점을 남길 수 있습니다." });
  const [rating] = await trx<{
    id: string;
    content_id: string;
    user_id: string;
    score: number;
    text: string | null;
  }>("content_ratings")
    .insert({ content_id: contentId, user_id: userId, ...columnsOf(form) })
    .onConflict(["content_id", "user_id"])
    .ignore()
    .returning("id");
  if (!rating) throw new AppError("ALREADY_RATED");
  await savePictures(trx, judge, { id: rating.id, userId, form });
  await countRating(trx, contentId, { ratings: 1, points: form.score });
  await tell(trx, { id: rating.id, contentId, userId });
  return rating.id;
};

/** Changes a person's own rating; gives its id. */
export const updateRating = async (
  trx: Trx,
  { form, judge, ...own }: { id: string; userId: string } & Given,
): Promise<string> => {
  const rating = await lockOwnRating(trx, own);
  const points = form.score - rating.score;
  await savePictures(trx, judge, { ...own, form });
  await rating.$query(trx).patch({ ...columnsOf(form), updatedAt: appNow() });
  await countRating(trx, rating.contentId, { ratings: 0, points });
  await tell(trx, rating);
  return rating.id;
};

/** Deletes a person's own rating, with its answer and votes. */
export const removeRating = async (trx: Trx, own: { id: string; userId: string }): Promise<void> => {
  const rating = await lockOwnRating(trx, own);
  await rating.$query(trx).delete();
  await countRating(trx, rating.contentId, { ratings: -1, points: -rating.score });
  await tell(trx, rating);
};

/** Answers a rating of a seller's own content, in the place of an earlier answer; gives its id. */
export const answerRating = async (
  trx: Trx,
  { id, sellerId, text }: { id: string; sellerId: string; text: string },
): Promise<string> => {
  const rating = await ContentRating.query(trx).findById(id).forNoKeyUpdate();
  if (!rating) throw new AppError("NOT_FOUND");
  const own = await Content.query(trx).findOne({ id: rating.contentId, seller_id: sellerId });
  if (own === undefined) throw new AppError("NOT_OWNER");
  if (rating.hiddenAt !== null) throw new AppError("NOT_FOUND");
  if (rating.answerHiddenAt !== null)
    throw new AppError("NOT_FOUND", { message: "관리자가 숨긴 답변은 고칠 수 없습니다." });
  await rating.$query(trx).patch({ answer: text, answeredAt: appNow() });
  await tell(trx, rating);
  return rating.id;
};
