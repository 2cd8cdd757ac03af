import { AppError, assistantCallsPerDay } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";

type Pool = Pick<Deps, "pool">;

const leftSql = /* sql */ `
  select coalesce((select calls from assistant_calls where user_id = $1 and day = seoul_today()), 0) as calls,
         extract(epoch from (seoul_today() + 1)::timestamp at time zone 'Asia/Seoul' - app_now())::float8 as seconds`;

const takeSql = /* sql */ `
  insert into assistant_calls as c (user_id, day, calls) values ($1, seoul_today(), 1)
  on conflict (user_id, day) do update set calls = c.calls + 1 where c.calls < $2
  returning day::text as day`;

const giveBackSql =
  "update assistant_calls set calls = calls - 1 where user_id = $1 and day = $2::date and calls > 0";

/** Seconds until the day of Korea ends, on the product's clock, and the user's calls in it. */
const today = async ({ pool }: Pool, userId: string | null): Promise<{ calls: number; seconds: number }> => {
  const { rows } = await pool.query<{ calls: number; seconds: number }>(leftSql, [userId]);
  return rows[0] ?? { calls: 0, seconds: 1 };
};

/** Seconds until the day of Korea ends. */
export const secondsLeftToday = async (deps: Pool): Promise<number> => (await today(deps, null)).seconds;

const refusal = (seconds: number): AppError => new AppError("AI_LIMIT", { retryAfter: seconds });

/** Refuses a user who has no call left today, before any work is done. */
export const checkCalls = async (deps: Pool, userId: string): Promise<void> => {
  const { calls, seconds } = await today(deps, userId);
  if (calls >= assistantCallsPerDay) throw refusal(seconds);
};

/** One call of a user's day, taken. */
export interface TakenCall {
  /** Gives it back: the call failed through no fault of the user's. */
  giveBack(): Promise<void>;
}

/** Takes one of a user's remaining calls today; simultaneous calls never exceed the limit together. */
export const takeCall = async (deps: Pool, userId: string): Promise<TakenCall> => {
  const { rows } = await deps.pool.query<{ day: string }>(takeSql, [userId, assistantCallsPerDay]);
  const [taken] = rows;
  if (!taken) throw refusal((await today(deps, userId)).seconds);
  return {
    async giveBack() {
      await deps.pool.query(giveBackSql, [userId, taken.day]);
    },
  };
};
