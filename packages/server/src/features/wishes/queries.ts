import type { InputOf, wishes } from "@knowhow/shared";
import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";
import { givesAccessSql } from "../orders/policy.ts";
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
      with found as (select c.id, c.price from contents c where c.id = $2 and ${isPublic}),
      added as (
        insert into wishes (user_id, content_id, told_price, told_version)
        select $1, id, price, (select max(number) from content_versions v where v.content_id = found.id) from found
        on conflict do nothing)
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
  price_before: number | null;
  new_version: number | null;
}

/** In SQL: a content on the market that the person has not bought, for which alone there is news. */
const hasNewsSql = /* sql */ `
  (c.is_listed and not exists (select from orders o
    where o.content_id = c.id and o.buyer_id = w.user_id and ${givesAccessSql("o")}))`;

/** In SQL: the price that the content has fallen from, as long as it costs less. */
const priceBeforeSql = `case when ${hasNewsSql} and w.fell_from > c.price then w.fell_from end`;
const newVersionSql = `case when ${hasNewsSql} then w.new_version end`;

/** A person's wishes, the latest first; contents without a page for everyone are left out while they are. */
export const findWishes = async (
  { pool }: Pick<Deps, "pool">,
  { userId, cursor, limit }: { userId: string; cursor: TimeCursor; limit: number },
): Promise<WishRow[]> => {
  const { rows } = await pool.query<WishRow>({
    name: "wishes",
    text: /* sql */ `
      select ${contentJson}, ${isoSql("w.wished_at")} as wished_at,
             ${priceBeforeSql} as price_before, ${newVersionSql} as new_version
      from wishes w join contents c on c.id = w.content_id ${mentorSql}
      where w.user_id = $4 and ${isPublic} and (w.wished_at, w.content_id) < ($1::timestamptz, $2::uuid)
      order by w.wished_at desc, w.content_id desc
      limit $3`,
    values: [...behind(cursor), limit, userId],
  });
  return rows;
};

/** How many of a person's wishes have news that they have not seen. */
export const countWishNews = async ({ pool }: Pick<Deps, "pool">, userId: string): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>({
    name: "wish_news",
    text: /* sql */ `
      select count(*)::int as count from wishes w join contents c on c.id = w.content_id
      where w.user_id = $1 and (w.fell_from is not null or w.new_version is not null)
        and (${priceBeforeSql} is not null or ${newVersionSql} is not null)`,
    values: [userId],
  });
  return rows[0]?.count ?? 0;
};

/** Notes news as seen, as far as they were shown: a lower price or a later version told meanwhile stays unseen. */
export const markWishesSeen = async (
  { pool }: Pick<Deps, "pool">,
  userId: string,
  shown: InputOf<typeof wishes.seen>["body"]["shown"],
): Promise<void> => {
  await pool.query({
    name: "wish_seen",
    text: /* sql */ `
      with shown as (
        select * from json_to_recordset($2::json) as s("contentId" uuid, price int, "newVersion" int)
      ), locked as (
        select w.content_id from wishes w join shown s on s."contentId" = w.content_id
        where w.user_id = $1 order by w.content_id for no key update of w
      )
      update wishes w
      set fell_from = case when c.price < s.price then w.fell_from end,
          new_version = case when w.new_version > coalesce(s."newVersion", 0) then w.new_version end
      from shown s join locked l on l.content_id = s."contentId" join contents c on c.id = s."contentId"
      where w.user_id = $1 and w.content_id = s."contentId"`,
    values: [userId, JSON.stringify(shown)],
  });
};
