import { raiseOnce, resolveAlert } from "../alerts/alerts.ts";
import type { Deps } from "../../deps.ts";
import { runAlone } from "../../database/runAlone.ts";
import { compareDay } from "./compareDay.ts";

/** A day is compared when it has been over for this long, so that late confirms are settled. */
const settleMinutes = 30;
/** The oldest day that is still caught up on. */
const farthestDays = 31;
/** Hours after its end in which a day must be compared, before an alert is raised. */
const patienceHours = 24;

interface Day {
  day: string;
  is_late: boolean;
}

/** Days in Korea that are over and were not compared yet, oldest first: from the first order on, yesterday at least. */
const openDays = async ({ pool }: Pick<Deps, "pool">): Promise<Day[]> => {
  const { rows } = await pool.query<Day>(
    `with last as (
       select ((app_now() - $1 * interval '1 minute') at time zone 'Asia/Seoul')::date - 1 as day)
     select to_char(d, 'YYYY-MM-DD') as day,
            app_now() >= (d + interval '1 day' + $3 * interval '1 hour') at time zone 'Asia/Seoul' as is_late
     from last, generate_series(
       greatest(last.day - $2::int,
                least(last.day, (select (min(created_at) at time zone 'Asia/Seoul')::date from orders)))::timestamp,
       last.day::timestamp, interval '1 day') d
     where not exists (select from book_comparisons c where c.day = d::date and c.finished_at is not null)
     order by d`,
    [settleMinutes, farthestDays, patienceHours],
  );
  return rows;
};

/** Compares a day and stores the result; tells whether that was possible. */
const compareOnce = async (deps: Deps, day: string): Promise<boolean> => {
  const { pool, log } = deps;
  await pool.query(
    `insert into book_comparisons (day, attempts) values ($1, 1)
     on conflict (day) do update set attempts = book_comparisons.attempts + 1`,
    [day],
  );
  try {
    const sums = await compareDay(deps, day);
    await pool.query(
      `update book_comparisons set finished_at = app_now(), charges = $2, charged = $3, cancels = $4, cancelled = $5,
         differences = $6, difference = $7 where day = $1`,
      [day, sums.charges, sums.charged, sums.cancels, sums.cancelled, sums.differences, sums.difference],
    );
    log.info({ day, ...sums }, "books compared");
    return true;
  } catch (error) {
    log.error({ err: error, day }, "books not compared");
    return false;
  }
};

/**
 * Compares every day that is over with the provider's books, once, in one process at a time. Meant to be called often:
 * a day that could not be compared is tried again, and after 24 hours raises an alert.
 */
export const reconcileLedger = async (deps: Deps): Promise<void> => {
  await runAlone(deps.directPool, "reconcileLedger", async () => {
    for (const { day, is_late: isLate } of await openDays(deps)) {
      if (await compareOnce(deps, day))
        await resolveAlert(deps, "BOOKS_UNCHECKED", day, "다시 맞춰봐 자동으로 확인했어요.");
      else if (isLate) await raiseOnce(deps, "BOOKS_UNCHECKED", day, {});
    }
  });
};
