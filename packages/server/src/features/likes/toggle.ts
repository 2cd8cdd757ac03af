import { AppError } from "@knowhow/shared";
import { canSee, type ContentViewer } from "../contents/policy.ts";
import type { Deps } from "../../deps.ts";
import { givesAccessSql } from "../orders/policy.ts";

/** The state of a like after a call. */
interface LikeState {
  isLiked: boolean;
  likesCount: number;
}

interface Row {
  is_own: boolean;
  is_public: boolean;
  has_purchased: boolean;
  /** After the change; null when nothing changed. */
  likes_count: number | null;
}

/**
 * One statement: the viewer's access, the like, and the counter, which changes with it or not at all. Likes are for
 * buyers, and no content is bought by its own seller. A refund, which ends purchase and like together, takes the same
 * locks in the same order: the order's, the like's, the content's. It finds the like, or the like finds no purchase.
 */
const statementOf = (name: string, { change, step }: Record<"change" | "step", string>) => ({
  name,
  text: /* sql */ `
    with bought as materialized (
      select o.content_id from orders o
      where o.buyer_id = $2 and o.content_id = $1 and ${givesAccessSql("o")} for share),
    changed as (${change} returning content_id),
    counted as (
      update contents c set likes_count = c.likes_count + (${step}) from changed where c.id = changed.content_id
      returning c.likes_count)
    select c.seller_id = $2 as is_own, c.is_listed or c.is_paused as is_public,
           exists (select from bought) as has_purchased, (select likes_count from counted) as likes_count
    from contents c where c.id = $1`,
});

const like = statementOf("like_add", {
  change: `insert into content_likes (user_id, content_id) select $2, content_id from bought on conflict do nothing`,
  step: "1",
});

const unlike = statementOf("like_remove", {
  change: `delete from content_likes where user_id = $2 and content_id = (select content_id from bought)`,
  step: "-1",
});

const explain = (row: Row | undefined, viewer: ContentViewer): AppError => {
  const visibility = row && {
    isPublic: row.is_public,
    isOwner: row.is_own,
    hasPurchased: row.has_purchased,
    isAdmin: viewer.isAdmin,
  };
  if (!visibility || !canSee(visibility)) return new AppError("NOT_FOUND");
  return visibility.isOwner
    ? new AppError("OWN_CONTENT", { message: "자신의 콘텐츠에는 좋아요를 누를 수 없습니다." })
    : new AppError("PURCHASE_REQUIRED", { message: "콘텐츠를 구매 후 좋아요를 누를 수 있습니다." });
};

/**
 * Sets or takes back one user's like. Repeating changes nothing. Fails with NOT_FOUND, OWN_CONTENT or
 * PURCHASE_REQUIRED.
 */
export const setLike = async (
  { pool }: Pick<Deps, "pool">,
  { viewer, contentId, isLiked }: { viewer: ContentViewer; contentId: string; isLiked: boolean },
): Promise<LikeState> => {
  const { rows } = await pool.query<Row>({
    ...(isLiked ? like : unlike),
    values: [contentId, viewer.id],
  });
  const [row] = rows;
  if (!row?.has_purchased) throw explain(row, viewer);
  if (row.likes_count !== null) return { isLiked, likesCount: row.likes_count };
  // Nothing changed, or another call of the same user came first: the count as it is now.
  const now = await pool.query<{ likes_count: number }>({
    name: "like_count",
    text: "select likes_count from contents where id = $1",
    values: [contentId],
  });
  return { isLiked, likesCount: now.rows[0]?.likes_count ?? 0 };
};
