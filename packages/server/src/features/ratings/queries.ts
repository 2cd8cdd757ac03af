import { AppError, type Rating, type RatingSummary } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { isoSql } from "../../database/reading.ts";
import type { Deps } from "../../deps.ts";
import type { ContentViewer } from "../contents/policy.ts";
import { roundedMean } from "../contents/presenter.ts";
import { givesAccessSql } from "../orders/policy.ts";
import { pictureAddress, picturesSql } from "./pictures.ts";

/** The viewer and whether they administrate, as SQL. */
interface Viewing {
  viewer: string;
  isAdmin: string;
}

/** Whether the viewer reads the rating `r`: a hidden one its author does, and administrators. */
const mayReadSql = ({ viewer, isAdmin }: Viewing): string =>
  `(r.hidden_at is null or r.user_id = ${viewer} or ${isAdmin})`;

/** A rating `r` by `u` of the content `k`, for a viewer. */
const ratingJsonFor = ({ viewer, isAdmin }: Viewing): string => /* sql */ `
  json_build_object('id', r.id, 'contentId', r.content_id, 'userId', r.user_id,
                    'user', json_build_object('nickname', u.nickname, 'profileImageUrl', u.profile_image_url),
                    'score', r.score, 'text', r.text, 'pictures', ${picturesSql},
                    'createdAt', ${isoSql("r.created_at")}, 'updatedAt', ${isoSql("r.updated_at")},
                    'answer', case when r.answer is not null
                                and (r.answer_hidden_at is null or k.seller_id = ${viewer} or ${isAdmin})
                              then json_build_object('text', r.answer, 'at', ${isoSql("r.answered_at")},
                                'state', case when r.answer_hidden_at is null then 'listed' else 'hidden' end,
                                'hiddenReason', r.answer_hidden_reason) end,
                    'state', case when r.hidden_at is null then 'listed' else 'hidden' end,
                    'hiddenReason', r.hidden_reason,
                    'helpfulCount', r.helpful_count,
                    'isHelpful', exists (select from rating_votes v where v.rating_id = r.id and v.user_id = ${viewer}),
                    'isMine', coalesce(r.user_id = ${viewer}, false)) as rating`;
const viewing = { viewer: "$1::uuid", isAdmin: "$2::boolean" };
const ratingJson = ratingJsonFor(viewing);
const peopleSql = "join users u on u.id = r.user_id join contents k on k.id = r.content_id";

const statements = {
  own: /* sql */ `
    select ${ratingJson} from content_ratings r ${peopleSql}
    where r.content_id = $3 and r.user_id = $1`,
  helpful: /* sql */ `
    select ${ratingJson}
    from (select * from content_ratings r
          where content_id = $3 and (helpful_count, created_at, id) < ($4::integer, $5::timestamptz, $6::uuid)
            and ${mayReadSql(viewing)}
          order by helpful_count desc, created_at desc, id desc limit $7) r
    ${peopleSql}
    order by r.helpful_count desc, r.created_at desc, r.id desc`,
  summary: /* sql */ `
    select count(*)::int as count, coalesce(sum(score), 0)::int as sum,
           json_build_object('1', count(*) filter (where score = 1), '2', count(*) filter (where score = 2),
                             '3', count(*) filter (where score = 3), '4', count(*) filter (where score = 4),
                             '5', count(*) filter (where score = 5)) as distribution
    from content_ratings where content_id = $1 and hidden_at is null`,
  opened: /* sql */ `
    select exists (select from deliveries d where d.order_id = o.id) as is_opened
    from orders o where o.buyer_id = $1 and o.content_id = $2 and ${givesAccessSql("o")}`,
} as const;

type Stored = Omit<Rating, "pictures"> & { pictures: { objectPath: string; alt: string | null }[] };

const present = (rating: Stored): Rating => ({
  ...rating,
  pictures: rating.pictures.map(({ objectPath, alt }, index) => ({
    url: pictureAddress(rating.id, index, objectPath),
    alt,
    objectPath: rating.isMine ? objectPath : null,
  })),
});

type Reading = Pick<Deps, "pool">;

const readRatings = async (
  { pool }: Reading,
  name: "own" | "helpful",
  values: readonly unknown[],
): Promise<Rating[]> => {
  const { rows } = await pool.query<{ rating: Stored }>({
    name: `ratings_${name}`,
    text: statements[name],
    values: [...values],
  });
  return rows.map(({ rating }) => present(rating));
};

/** One rating as its transaction has it, for this person. */
export const readRating = async (
  trx: Trx,
  { id, viewer }: { id: string; viewer: ContentViewer },
): Promise<Rating> => {
  const { rows } = await trx.raw<{ rows: { rating: Stored }[] }>(
    `select ${ratingJsonFor({ viewer: ":viewer::uuid", isAdmin: ":isAdmin::boolean" })}
     from content_ratings r ${peopleSql} where r.id = :id`,
    { viewer: viewer.id, isAdmin: viewer.isAdmin, id },
  );
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND");
  return present(row.rating);
};

/** A person's own rating of a content. */
export const findOwnRating = async (
  deps: Reading,
  { contentId, viewer }: { contentId: string; viewer: ContentViewer },
): Promise<Rating | undefined> => (await readRatings(deps, "own", [viewer.id, viewer.isAdmin, contentId]))[0];

/** A place before any possible rating. */
const start = ["2147483647", "infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"];

/** Ratings of a content, the most helpful first, then the newest, from behind a cursor of votes, time and id. */
export const findRatings = (
  deps: Reading,
  {
    contentId,
    viewer,
    cursor = start,
    limit,
  }: { contentId: string; viewer: ContentViewer | undefined; cursor: string[] | undefined; limit: number },
): Promise<Rating[]> =>
  readRatings(deps, "helpful", [viewer?.id ?? null, viewer?.isAdmin ?? false, contentId, ...cursor, limit]);

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
  return { count, mean: count === 0 ? null : roundedMean(count, sum), distribution };
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
