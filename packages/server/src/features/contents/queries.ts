import { AppError, isUuid } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import type { Reader } from "../../database/reads.ts";
import type { Deps } from "../../deps.ts";
import { givesAccessSql, unseenVersionSql } from "../orders/policy.ts";
import { noFlags, type StoredContent, type ViewerFlags } from "./presenter.ts";

/** A content and its mentor as one JSON value: `c` is the content; `mentorSql` joins the mentor. */
export const contentJson = /* sql */ `json_build_object(
  'id', c.id, 'title', c.title, 'description', c.description, 'category', c.category, 'price', c.price, 'tags', c.tags,
  'fileUrls', c.file_urls, 'fileNames', coalesce(c.file_names, '{}'), 'previews', coalesce(c.preview_image_urls, '{}'),
  'sellerId', c.seller_id, 'mentorNickname', u.nickname, 'mentorProfileImageUrl', u.profile_image_url,
  'viewCount', c.view_count, 'purchasesCount', c.purchases_count, 'likesCount', c.likes_count,
  'ratingCount', c.rating_count, 'ratingSum', c.rating_sum,
  'uploadTime', ${isoSql("c.upload_time")}, 'updatedAt', ${isoSql("c.updated_at")}, 'isListed', c.is_listed,
  'state', case when c.is_paused then 'paused' when c.hidden_at is null or c.deleted_at is not null then 'listed'
           else 'hidden' end,
  'pausedUntil', case when c.is_paused then ${isoSql("c.paused_until")} end,
  'hiddenReason', c.hidden_reason, 'allowsCopying', c.allows_copying) as content`;

/** See contentJson. As a plain join the planner reads all users for the few mentors of a page. */
export const mentorSql = /* sql */ `
  join lateral (select nickname, profile_image_url from users where id = c.seller_id limit 1) u on true`;

/** A row that holds a content. */
export interface ContentRow {
  content: StoredContent;
}

/** The order of popularity; one index serves it. */
const popularity = "likes_count desc, purchases_count desc, view_count desc, upload_time desc, id desc";
/** The same for columns of an alias. */
export const popularityOf = (alias: string): string =>
  popularity
    .split(", ")
    .map((part) => `${alias}.${part}`)
    .join(", ");

/** Entries of the popular list. */
export const popularCount = 10;

/** A user's purchases, paid ones, likes and wishes among contents, in SQL: from a user's id and an array of contents' ids. */
export const flagsSql = (person: string, ids: string): string => /* sql */ `
    select i.id,
           exists (select from orders o
                   where o.buyer_id = ${person} and o.content_id = i.id and ${givesAccessSql("o")}) as purchased,
           exists (select from orders o
                   where o.buyer_id = ${person} and o.content_id = i.id and ${givesAccessSql("o")}
                     and o.amount > 0) as paid,
           exists (select from content_likes l where l.user_id = ${person} and l.content_id = i.id) as liked,
           exists (select from wishes w where w.user_id = ${person} and w.content_id = i.id) as wished
    from unnest(${ids}::uuid[]) i (id)`;

const statements = {
  newest: /* sql */ `
    select ${contentJson}
    from (select * from contents where is_listed and (upload_time, id) < ($1::timestamptz, $2::uuid)
          order by upload_time desc, id desc limit $3) c ${mentorSql}
    order by c.upload_time desc, c.id desc`,
  category: /* sql */ `
    select ${contentJson}
    from (select * from contents where is_listed and category = $4 and (upload_time, id) < ($1::timestamptz, $2::uuid)
          order by upload_time desc, id desc limit $3) c ${mentorSql}
    order by c.upload_time desc, c.id desc`,
  popular: /* sql */ `
    select ${contentJson}
    from (select * from contents where is_listed order by ${popularity} limit ${popularCount}) c ${mentorSql}
    order by ${popularityOf("c")}`,
  one: `select ${contentJson} from contents c ${mentorSql} where c.id = $1`,
  own: /* sql */ `
    select ${contentJson},
           (select coalesce(sum(o.seller_amount), 0)::float8 from orders o
            where o.seller_id = c.seller_id and o.content_id = c.id and o.paid_at is not null
              and ${givesAccessSql("o")}) as revenue
    from (select * from contents where seller_id = $4 and deleted_at is null
            and (upload_time, id) < ($1::timestamptz, $2::uuid)
          order by upload_time desc, id desc limit $3) c ${mentorSql}
    order by c.upload_time desc, c.id desc`,
  bought: /* sql */ `
    select ${contentJson}, o.id as order_id, o.order_number, o.amount > 0 as has_paid, ${isoSql("o.paid_at")} as paid_at, r.id as room_id,
           (select ${isoSql("max(p.read_at)")} from reading_positions p
            where p.user_id = $4 and p.content_id = c.id) as read_at,
           ${unseenVersionSql("o")} is not null as has_new_version
    from (select * from orders o where o.buyer_id = $4 and ${givesAccessSql("o")}
            and (o.paid_at, o.id) < ($1::timestamptz, $2::uuid)
          order by o.paid_at desc, o.id desc limit $3) o
    join contents c on c.id = o.content_id ${mentorSql}
    left join chat_rooms r on r.order_id = o.id
    order by o.paid_at desc, o.id desc`,
  statistics: /* sql */ `
    select count(*) filter (where deleted_at is null)::int as contents,
           coalesce(sum(view_count), 0)::float8 as views, coalesce(sum(likes_count), 0)::float8 as likes,
           (select count(distinct o.buyer_id)::int from orders o
            where o.seller_id = $1 and o.paid_at is not null and ${givesAccessSql("o")}) as buyers,
           (select coalesce(sum(o.seller_amount), 0)::float8 from orders o
            where o.seller_id = $1 and o.paid_at is not null and ${givesAccessSql("o")}) as revenue
    from contents where seller_id = $1`,
  flags: flagsSql("$1", "$2"),
} as const;

const run = async <R extends object>(reader: Reader, name: keyof typeof statements, values: unknown[] = []) =>
  (await reader.query<R>({ name: `contents_${name}`, text: statements[name], values })).rows;

const contentsOf = (rows: ContentRow[]): StoredContent[] => rows.map(({ content }) => content);

/** Contents on the market, newest first; of one category where one is given. */
export const findNewest = async (
  reader: Reader,
  { cursor, limit, category }: { cursor: TimeCursor; limit: number; category?: string },
): Promise<StoredContent[]> => {
  const values = [...behind(cursor), limit];
  return contentsOf(
    category === undefined
      ? await run<ContentRow>(reader, "newest", values)
      : await run<ContentRow>(reader, "category", [...values, category]),
  );
};

/** The ten most popular: likes, then purchases, then views, then newest. */
export const findPopular = async (reader: Reader): Promise<StoredContent[]> =>
  contentsOf(await run<ContentRow>(reader, "popular"));

/** One content, listed or not. */
export const findOne = async (reader: Reader, id: string): Promise<StoredContent | undefined> =>
  (await run<ContentRow>(reader, "one", [id]))[0]?.content;

/** One content as its transaction has it, listed or not. */
export const readStored = async (trx: Trx, id: string): Promise<StoredContent> => {
  const { rows } = await trx.raw<{ rows: ContentRow[] }>(
    `select ${contentJson} from contents c ${mentorSql} where c.id = ?`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND");
  return row.content;
};

/** A seller's contents, newest first, with the revenue of each. */
export const findSellerContents = async (
  pool: Deps["pool"],
  { sellerId, cursor, limit }: { sellerId: string; cursor: TimeCursor; limit: number },
): Promise<(ContentRow & { revenue: number })[]> =>
  run<ContentRow & { revenue: number }>(pool, "own", [...behind(cursor), limit, sellerId]);

interface BoughtRow extends ContentRow {
  order_id: string;
  order_number: string;
  has_paid: boolean;
  paid_at: string;
  room_id: string | null;
  read_at: string | null;
  has_new_version: boolean;
}

/** A buyer's library, latest purchase first; deleted contents stay in it. */
export const findBought = async (
  pool: Deps["pool"],
  { buyerId, cursor, limit }: { buyerId: string; cursor: TimeCursor; limit: number },
): Promise<BoughtRow[]> => run<BoughtRow>(pool, "bought", [...behind(cursor), limit, buyerId]);

/** A seller's totals over all sales ever; only the number of contents leaves out deleted ones. */
export const findStatistics = async (reader: Reader, sellerId: string) => {
  const [row] = await run<Record<"contents" | "views" | "likes" | "buyers" | "revenue", number>>(
    reader,
    "statistics",
    [sellerId],
  );
  return {
    totalContents: row?.contents ?? 0,
    totalViews: row?.views ?? 0,
    totalLikes: row?.likes ?? 0,
    totalBuyers: row?.buyers ?? 0,
    totalRevenue: row?.revenue ?? 0,
  };
};

interface FlagsRow {
  id: string;
  purchased: boolean;
  paid: boolean;
  liked: boolean;
  wished: boolean;
}

/** A user's purchases, likes and wishes among these contents, in one query; visitors need none. */
export const findFlags = async (
  pool: Deps["pool"],
  viewerId: string | undefined,
  ids: readonly string[],
): Promise<(id: string) => ViewerFlags> => {
  if (viewerId === undefined || ids.length === 0) return () => noFlags;
  const rows = await run<FlagsRow>(pool, "flags", [viewerId, ids]);
  const flags = new Map(
    rows.map(({ id, purchased, paid, liked, wished }) => [
      id,
      { hasPurchased: purchased, hasPaid: paid, hasLiked: liked, isWished: wished },
    ]),
  );
  return (id) => flags.get(id) ?? noFlags;
};

/** Whether there is a content of this id, or was one before it was deleted or taken down. */
export const wasThere = async (pool: Deps["pool"], id: string): Promise<boolean> =>
  isUuid(id) &&
  (await pool.query({ text: "select from contents where id = $1", values: [id] })).rowCount === 1;
