import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";
import { contentJson, mentorSql, type ContentRow } from "../contents/queries.ts";

/** In SQL: the content has a page for everyone. */
const isPublic = "(c.is_listed or c.is_paused)";

interface Wish {
  userId: string;
  contentId: string;
}

/** Keeps a content in mind, once however often it is asked; false where there is no such content for everyone. */
export const addWish = async (
  { pool }: Pick<Deps, "pool">,
  { userId, contentId }: Wish,
): Promise<boolean> => {
  const { rows } = await pool.query({
    name: "wish_add",
    text: /* sql */ `
      with found as (select c.id from contents c where c.id = $2 and ${isPublic}),
      added as (insert into wishes (user_id, content_id) select $1, id from found on conflict do nothing)
      select from found`,
    values: [userId, contentId],
  });
  return rows.length === 1;
};

/** Takes a wish back, of a content that is gone too; false where there was none and the content has no page. */
export const removeWish = async (
  { pool }: Pick<Deps, "pool">,
  { userId, contentId }: Wish,
): Promise<boolean> => {
  const { rows } = await pool.query({
    name: "wish_remove",
    text: /* sql */ `
      with removed as (delete from wishes where user_id = $1 and content_id = $2 returning content_id)
      select from contents c where c.id = $2 and (${isPublic} or exists (select from removed))`,
    values: [userId, contentId],
  });
  return rows.length === 1;
};

interface WishRow extends ContentRow {
  wished_at: string;
}

/** A person's wishes, the latest first; contents without a page for everyone are left out while they are. */
export const findWishes = async (
  { pool }: Pick<Deps, "pool">,
  { userId, cursor, limit }: { userId: string; cursor: TimeCursor; limit: number },
): Promise<WishRow[]> => {
  const { rows } = await pool.query<WishRow>({
    name: "wishes",
    text: /* sql */ `
      select ${contentJson}, ${isoSql("w.wished_at")} as wished_at
      from wishes w join contents c on c.id = w.content_id ${mentorSql}
      where w.user_id = $4 and ${isPublic} and (w.wished_at, w.content_id) < ($1::timestamptz, $2::uuid)
      order by w.wished_at desc, w.content_id desc
      limit $3`,
    values: [...behind(cursor), limit, userId],
  });
  return rows;
};
