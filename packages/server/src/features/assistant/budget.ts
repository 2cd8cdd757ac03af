import { AppError } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { secondsLeftToday } from "./quota.ts";

const reserveSql = /* sql */ `
  insert into assistant_spending as s (day, won) select seoul_today(), $1::integer where $1::integer <= $2::integer
  on conflict (day) do update set won = s.won + excluded.won where s.won + excluded.won <= $2::integer
  returning day::text as day`;

const settleSql = "update assistant_spending set won = greatest(0, won + $2::integer) where day = $1::date";

/** Money set aside for one call. */
interface Reserved {
  /** Replaces the reserved amount by the call's true cost in won. An unsettled call costs all of it. */
  settle(won: number): Promise<void>;
}

const spent = async (deps: Pick<Deps, "pool">): Promise<AppError> =>
  new AppError("UNAVAILABLE", {
    message: "오늘 준비한 AI 도우미 사용량이 모두 소진되었습니다. 내일 다시 이용해주세요.",
    retryAfter: await secondsLeftToday(deps),
  });

/**
 * Reserves money for a call before it is made, so that simultaneous calls never exceed the day's budget together.
 * UNAVAILABLE when too little is left.
 */
export const reserve = async (deps: Pick<Deps, "pool" | "config">, won: number): Promise<Reserved> => {
  const { rows } = await deps.pool.query<{ day: string }>(reserveSql, [won, deps.config.aiDailyWon]);
  const [reserved] = rows;
  if (!reserved) throw await spent(deps);
  return {
    async settle(actual) {
      if (actual !== won) await deps.pool.query(settleSql, [reserved.day, actual - won]);
    },
  };
};
