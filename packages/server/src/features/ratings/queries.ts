import { AppError, type Rating, type RatingSummary } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { isoSql } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";
import { ratingMeanOf } from "../contents/presenter.ts";
import { givesAccessSql } from "../orders/policy.ts";

/** A rating `r` by `u`, for a person. */
const ratingJsonFor = (viewer: string): string => /* sql */ `
  json_build_object('id', r.id, 'contentId', r.content_id, 'userId', r.user_id,
                    'user', json_build_object('nickname', u.nickname, 'profileImageUrl', u.profile_image_url),
                    'score', r.score, 'text', r.text,
                    'createdAt', ${isoSql("r.created_at")}, 'updatedAt', ${isoSql("r.updated_at")},
                    'answer', case when r.answer is not null
                              then json_build_object('text', r.answer, 'at', ${isoSql("r.answered_at")}) end,
                    'helpfulCount', r.helpful_count,
                    'isHelpful', exists (select from rating_votes v where v.rating_id = r.id and v.user_id = ${viewer}),
                    'isMine', coalesce(r.user_id = ${viewer}, false)) as rating`;
const ratingJson = ratingJsonFor("$1");

const statements = {
  own: /* sql */ `
    select ${ratingJson} from content_ratings r join users u on u.id = r.user_id
    where r.content_id = $2 and r.user_id = $1`,
  helpful: /* sql */ `
    select ${ratingJson}
    from (select * from content_ratings
          where content_id = $2 and (helpful_count, created_at, id) < ($3::integer, $4::timestamptz, $5::uuid)
          order by helpful_count desc, created_at desc, id desc limit $6) r
    join users u on u.id = r.user_id
    order by r.helpful_count desc, r.created_at desc, r.id desc`,
  summary: /* sql */ `
    select count(*)::int as count, coalesce(sum(score), 0)::int as sum,
           json_build_object('1', count(*) filter (where score = 1), '2', count(*) filter (where score = 2),
                             '3', count(*) filter (where score = 3), '4', count(*) filter (where score = 4),
                             '5', count(*) filter (where score = 5)) as distribution
    from content_ratings where content_id = $1`,
  opened: /* sql */ `
    select exists (select from deliveries d where d.order_id = o.id) as is_opened
    from orders o where o.buyer_id = $1 and o.content_id = $2 and ${givesAccessSql("o")}`,
} as const;

type Reading = Pick<Deps, "pool">;

const readRatings = async (
  { pool }: Reading,
  name: "own" | "helpful",
  values: readonly unknown[],
): Promise<Rating[]> => {
  const { rows } = await pool.query<{ rating: Rating }>({
    name: `ratings_${name}`,
    text: statements[name],
    values: [...values],
  });
  return rows.map(({ rating }) => rating);
};

/** One rating as its transaction has it, for this person. */
export const readRating = async (
  trx: Trx,
  { id, viewerId }: { id: string; viewerId: string },
): Promise<Rating> => {
  const { rows } = await trx.raw<{ rows: { rating: Rating }[] }>(
    `select ${ratingJsonFor("?")} from content_ratings r join users u on u.id = r.user_id where r.id = ?`,
    [viewerId, viewerId, id],
  );
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND");
  return row.rating;
};

/** A person's own rating of a content. */
export const findOwnRating = async (
  deps: Reading,
  { contentId, viewerId }: { contentId: string; viewerId: string },
): Promise<Rating | undefined> => (await readRatings(deps, "own", [viewerId, contentId]))[0];

/** A place before any possible rating. */
const start = ["2147483647", "infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"];

/** Ratings of a content, the most helpful first, then the newest, from behind a cursor of votes, time and id. */
export const findRatings = (
  deps: Reading,
  {
    contentId,
    viewerId,
    cursor = start,
    limit,
  }: { contentId: string; viewerId: string | undefined; cursor: string[] | undefined; limit: number },
): Promise<Rating[]> => readRatings(deps, "helpful", [viewerId ?? null, contentId, ...cursor, limit]);

/** The cursor behind a rating. */
export const ratingCursor = ({ helpfulCount, createdAt, id }: Rating): string[] => [
  String(helpfulCount),
  createdAt,
  id,
];

/** How a content is rated. */
export const findSummary = async ({ pool }: Reading, contentId: string): Promise<RatingSummary> => {
  const { rows } = await pool.query<Pick<RatingSummary, "count" | "distribution"> & { sum: number }>({
    name: "ratings_summary",
    text: statements.summary,
    values: [contentId],
  });
  const [row] = rows;
  if (!row) throw new Error("A count has a row.");
  const { count, sum, distribution } = row;
  return { count, mean: ratingMeanOf({ ratingCount: count, ratingSum: sum }), distribution };
};

/** Whether a person's purchase of a content was opened; undefined without one. */
export const findOpened = async (
  { pool }: Reading,
  { contentId, viewerId }: { contentId: string; viewerId: string },
): Promise<boolean | undefined> => {
  const { rows } = await pool.query<{ is_opened: boolean }>({
    name: "ratings_opened",
    text: statements.opened,
    values: [viewerId, contentId],
  });
  return rows[0]?.is_opened;
};
