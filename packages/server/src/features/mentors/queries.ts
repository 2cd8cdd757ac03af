import type { Mentor } from "@knowhow/shared";
import { behind, isoSql, type TimeCursor } from "../../database/reading.ts";
import type { Reader } from "../../database/reads.ts";
import { contentJson, mentorSql, type ContentRow } from "../contents/queries.ts";
import { ratingMeanOf, type StoredContent } from "../contents/presenter.ts";

/** In SQL: whether `u` of users has something on the market, which nobody has who is banned or has left. */
export const isMentorSql = "exists (select from contents c where c.seller_id = u.id and c.is_listed)";

/** The ratings and sales of what a mentor has on the market, as one, in SQL to be joined laterally for `u` of users. */
const ratingsSql = /* sql */ `
  cross join lateral (select coalesce(sum(c.rating_count), 0)::int as "ratingCount",
                             coalesce(sum(c.rating_sum), 0)::int as "ratingSum",
                             coalesce(sum(c.purchases_count), 0)::int as sales
                      from contents c where c.seller_id = u.id and c.is_listed) rated`;

/** What everyone sees of a mentor, in SQL for `u` of users. */
const columnsSql = /* sql */ `
  u.id, u.nickname, u.profile_image_url as "profileImageUrl", u.introduction,
  (select count(*)::int from contents c where c.seller_id = u.id and c.is_listed) as "contentsCount",
  coalesce((select followers from follower_counts f where f.mentor_id = u.id), 0) as "followersCount",
  rated."ratingCount", rated."ratingSum", case when u.shows_sales then rated.sales end as "salesCount"`;

const minAnsweredRooms = 3;

/** Median hours from a buyer's first message to the reply, of the rooms of 90 days; null where they are too few. */
const answerHoursSql = /* sql */ `
  (select case when count(*) >= ${minAnsweredRooms}
            then round((percentile_cont(0.5) within group (order by a.hours))::numeric, 1)::float8 end
   from (select extract(epoch from answered.created_at - asked.created_at) / 3600 as hours
         from (select * from chat_rooms r
               where r.seller_id = u.id and r.last_message_at > app_now() - interval '90 days'
               order by r.last_message_at desc, r.id desc limit 100) r
         join lateral (select m.id, m.created_at from chat_messages m
                       where m.chat_room_id = r.id and m.sender_id = r.buyer_id and m.message_type = 'text'
                       order by m.id limit 1) asked on asked.created_at > app_now() - interval '90 days'
         join lateral (select m.created_at from chat_messages m
                       where m.chat_room_id = r.id and m.sender_id = r.seller_id and m.message_type = 'text'
                         and m.id > asked.id
                       order by m.id limit 1) answered on true) a)`;

const statements = {
  one: /* sql */ `
    select ${columnsSql}, ${answerHoursSql} as "answerHours",
           exists (select from follows f where f.follower_id = $2 and f.mentor_id = u.id) as "isFollowed"
    from users u ${ratingsSql} where u.id = $1 and ${isMentorSql}`,
  contents: /* sql */ `
    select ${contentJson}
    from (select * from contents where seller_id = $4 and is_listed
            and (upload_time, id) < ($1::timestamptz, $2::uuid)
          order by upload_time desc, id desc limit $3) c ${mentorSql}
    order by c.upload_time desc, c.id desc`,
  isThere: `select from users u where u.id = $1 and ${isMentorSql}`,
  following: /* sql */ `
    select ${columnsSql}, true as "isFollowed", ${isoSql("f.created_at")} as at
    from (select f.mentor_id, f.created_at from follows f join users u on u.id = f.mentor_id and u.is_banned = 0
          where f.follower_id = $4 and (f.created_at, f.mentor_id) < ($1::timestamptz, $2::uuid)
          order by f.created_at desc, f.mentor_id desc limit $3) f
    join users u on u.id = f.mentor_id ${ratingsSql}
    order by f.created_at desc, f.mentor_id desc`,
} as const;

const run = async <R extends object>(reader: Reader, name: keyof typeof statements, values: unknown[]) =>
  (await reader.query<R>({ name: `mentors_${name}`, text: statements[name], values })).rows;

type RatedMentor = Omit<Mentor, "answerHours" | "ratingMean" | "salesCount"> & {
  ratingSum: number;
  salesCount: number | null;
};
type StoredMentor = RatedMentor & { answerHours: number | null };

const present = ({ ratingSum, salesCount, ...mentor }: RatedMentor): Mentor => ({
  ...mentor,
  ...(salesCount === null ? {} : { salesCount }),
  ratingMean: ratingMeanOf({ ratingCount: mentor.ratingCount, ratingSum }),
});

/** A mentor as a viewer sees them; undefined for a person with nothing on the market. */
export const findMentor = async (
  reader: Reader,
  id: string,
  viewerId: string | undefined,
): Promise<Mentor | undefined> => {
  const [row] = await run<StoredMentor>(reader, "one", [id, viewerId]);
  if (!row) return undefined;
  const { answerHours, ...mentor } = row;
  return { ...present(mentor), ...(answerHours === null ? {} : { answerHours }) };
};

/** Whether a person has something on the market. */
export const isMentor = async (reader: Reader, id: string): Promise<boolean> =>
  (await run(reader, "isThere", [id])).length > 0;

interface PageOf {
  cursor: TimeCursor;
  limit: number;
}

/** What a mentor has on the market, newest first. */
export const findContentsOf = async (
  reader: Reader,
  mentorId: string,
  { cursor, limit }: PageOf,
): Promise<StoredContent[]> =>
  (await run<ContentRow>(reader, "contents", [...behind(cursor), limit, mentorId])).map(
    ({ content }) => content,
  );

/** Those a person follows, the latest first; banned ones are left out as long as they are. */
export const findFollowing = async (
  reader: Reader,
  followerId: string,
  { cursor, limit }: PageOf,
): Promise<{ mentor: Mentor; at: string }[]> =>
  (await run<RatedMentor & { at: string }>(reader, "following", [...behind(cursor), limit, followerId])).map(
    ({ at, ...mentor }) => ({ mentor: present(mentor), at }),
  );
