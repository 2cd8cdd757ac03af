import { AppError } from "@knowhow/shared";
import type { Trx } from "../../database/BaseModel.ts";
import { isMentorSql } from "./queries.ts";

/** A mentor and a person who follows them, or would. */
interface Pair {
  followerId: string;
  mentorId: string;
}

const countFollowers = async (trx: Trx, mentorId: string): Promise<number> => {
  const [row] = await trx<{ mentor_id: string; followers: number }>("follower_counts").where({
    mentor_id: mentorId,
  });
  return row?.followers ?? 0;
};

/** Follows a mentor; twice is once. Fails with VALIDATION for oneself, and with NOT_FOUND. Tells how many follow them. */
export const follow = async (trx: Trx, { followerId, mentorId }: Pair): Promise<number> => {
  const message = "자기 자신은 팔로우할 수 없습니다.";
  if (mentorId.toLowerCase() === followerId)
    throw new AppError("VALIDATION", { message, fields: { id: message } });
  // Neither leaves until the follow is there, which goes with them.
  const { rows: people } = await trx.raw<{ rows: { id: string }[] }>(
    "select id from users where id in (:followerId, :mentorId) and left_at is null order by id for share",
    { followerId, mentorId },
  );
  if (!people.some(({ id }) => id === followerId)) throw new AppError("LOGIN_REQUIRED");
  const { rows: found } = await trx.raw<{ rows: object[] }>(
    /* sql */ `
    with mentor as (select u.id from users u where u.id = :mentorId and u.left_at is null and ${isMentorSql}),
    added as (insert into follows (follower_id, mentor_id) select :followerId, id from mentor on conflict do nothing)
    select id from mentor`,
    { followerId, mentorId },
  );
  if (found.length === 0) throw new AppError("NOT_FOUND");
  return countFollowers(trx, mentorId);
};

/** Follows a mentor no longer, whether or not they still are one. Fails with NOT_FOUND. Tells how many follow them. */
export const unfollow = async (trx: Trx, { followerId, mentorId }: Pair): Promise<number> => {
  const { rows } = await trx.raw<{ rows: { is_known: boolean }[] }>(
    /* sql */ `
    with ended as (delete from follows where follower_id = :followerId and mentor_id = :mentorId returning mentor_id)
    select exists (select from ended) or exists (select from users u where u.id = :mentorId and ${isMentorSql}) as is_known`,
    { followerId, mentorId },
  );
  if (rows[0]?.is_known !== true) throw new AppError("NOT_FOUND");
  return countFollowers(trx, mentorId);
};
