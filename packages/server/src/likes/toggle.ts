import { AppError } from "@knowhow/shared";
import type { ContentAccess } from "../contents/access.ts";
import type { Trx } from "../database/BaseModel.ts";

/** The state of a like after a call. */
export interface LikeState {
  isLiked: boolean;
  likesCount: number;
}

/** Likes are for buyers, never for one's own; a like from before a refund may still be taken back. */
export const checkMayLike = (
  { isOwner, hasPurchased, hasLiked }: ContentAccess,
  takesBack: boolean,
): void => {
  if (isOwner) throw new AppError("OWN_CONTENT", { message: "자신의 콘텐츠에는 좋아요를 누를 수 없습니다." });
  if (!hasPurchased && !(takesBack && hasLiked)) {
    throw new AppError("PURCHASE_REQUIRED", { message: "콘텐츠를 구매 후 좋아요를 누를 수 있습니다." });
  }
};

const changes = {
  like: "insert into content_likes (user_id, content_id) values (:userId, :contentId) on conflict do nothing",
  unlike: "delete from content_likes where user_id = :userId and content_id = :contentId",
};

/** Sets or takes back one person's like; the counter moves with it or not at all. Repeating changes nothing. */
export const setLike = async (
  trx: Trx,
  { userId, contentId, isLiked }: { userId: string; contentId: string; isLiked: boolean },
): Promise<LikeState> => {
  const change = await trx.raw<{ rowCount: number }>(changes[isLiked ? "like" : "unlike"], {
    userId,
    contentId,
  });
  const step = change.rowCount * (isLiked ? 1 : -1);
  const { rows } = await trx.raw<{ rows: { likes_count: number }[] }>(
    step === 0
      ? "select likes_count from contents where id = :contentId"
      : "update contents set likes_count = likes_count + :step where id = :contentId returning likes_count",
    { contentId, step },
  );
  return { isLiked, likesCount: rows[0]?.likes_count ?? 0 };
};
