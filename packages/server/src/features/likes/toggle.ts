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
  is_allowed: boolean;
  /** After the change; null when nothing changed. */
  likes_count: number | null;
}

/**
 * One statement: the viewer's standing and right, the like, and the counter, which changes with it or not at all. Likes
 * are for buyers, never for one's own content; a like from before a refund may still be taken back.
 */
const statementOf = (
  name: string,
  { change, step, mayAlso }: Record<"change" | "step" | "mayAlso", string>,
) => ({
  name,
  text: /* sql */ `
    with standing as materialized (
      select c.id, c.seller_id = $2 as is_own, c.is_listed or c.is_paused as is_public,
             exists (select from orders o
                     where o.buyer_id = $2 and o.content_id = c.id and ${givesAccessSql("o")}) as has_purchased,
             exists (select from content_likes l where l.user_id = $2 and l.content_id = c.id) as has_liked
      from contents c where c.id = $1),
    allowed as materialized (
      select id from standing where not is_own and (has_purchased or ${mayAlso})),
    changed as (${change} returning content_id),
    counted as (
      update contents c set likes_count = c.likes_count + (${step}) from changed where c.id = changed.content_id
      returning c.likes_count)
    select is_own, is_public, has_purchased, exists (select from allowed) as is_allowed,
           (select likes_count from counted) as likes_count
    from standing`,
});

const like = statementOf("like_add", {
  change: `insert into content_likes (user_id, content_id) select $2, id from allowed on conflict do nothing`,
  step: "1",
  mayAlso: "false",
});

/** A content without a public page exists for its buyers and for administrators ($3) only. */
const unlike = statementOf("like_remove", {
  change: `delete from content_likes where user_id = $2 and content_id = (select id from allowed)`,
  step: "-1",
  mayAlso: "(has_liked and (is_public or $3))",
});

const explain = (row: Row | undefined, viewer: ContentViewer): AppError => {
  const standing = row && {
    isPublic: row.is_public,
    isOwner: row.is_own,
    hasPurchased: row.has_purchased,
    isAdmin: viewer.isAdmin,
  };
  if (!standing || !canSee(standing)) return new AppError("NOT_FOUND");
  return standing.isOwner
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
  const { rows } = await pool.query<Row>(
    isLiked
      ? { ...like, values: [contentId, viewer.id] }
      : { ...unlike, values: [contentId, viewer.id, viewer.isAdmin] },
  );
  const [row] = rows;
  if (!row?.is_allowed) throw explain(row, viewer);
  if (row.likes_count !== null) return { isLiked, likesCount: row.likes_count };
  // Nothing changed, or another call of the same user came first: the count as it is now.
  const now = await pool.query<{ likes_count: number }>({
    name: "like_count",
    text: "select likes_count from contents where id = $1",
    values: [contentId],
  });
  return { isLiked, likesCount: now.rows[0]?.likes_count ?? 0 };
};
