import { addDays, seoulDay } from "@knowhow/shared";
import type { Deps } from "../../deps.ts";
import { heldUntilSql } from "./holds.ts";
import { isWorkingDay } from "../calendar/businessDays.ts";

type DayConfig = Pick<Deps, "config">;

/** From 14:50 to midnight: the provider pays until 15 o'clock in Korea, and we stop a little earlier. */
const closedMinutes = 550;

/** The first working day of the provider, in Korea, from this day on. */
const workday = (day: string): string => (isWorkingDay(day) ? day : workday(addDays(day, 1)));

/**
 * In SQL: the first day in Korea, `2026-11-23`, that is open for a payout due at the latest of these moments.
 * `paysAnyHour`: a condition.
 */
export const dueDaySql = (moments: string, paysAnyHour: string): string => /* sql */ `
  to_char((greatest(${moments}, app_now()) at time zone 'Asia/Seoul'
    + case when ${paysAnyHour} then 0 else ${closedMinutes} end * interval '1 minute')::date, 'YYYY-MM-DD')`;

/** The day on which the provider pays what can be paid from that day on; the local stand-in pays on any. */
export const workdayFrom = ({ config }: DayConfig, dueDay: string): string =>
  config.toss.standin ? dueDay : workday(dueDay);

/** In SQL, for `s` of settlements, `o` and `u`: the moment from which it is to be paid; null where none is known. */
export const dueAtSql = /* sql */ `
  case when s.status = 'pending' or ${heldUntilSql} is not null
    then greatest(s.payable_at, s.next_try_at, ${heldUntilSql}, app_now()) end`;

// Known once the money has left, or may have; what waits goes to the account of then.
const hasLeftSql = "(s.status in ('processing', 'completed') or s.sent_at is not null)";

/** In SQL, for `s` and `u`, the seller: this column of the account that a payout went to, or will go to. */
export const accountSql = (column: "bank_name" | "account_number"): string =>
  `coalesce(case when ${hasLeftSql} then s.${column} end, u.${column})`;

/** The day in Korea on which the provider makes a payout that is due at this moment. */
export const payoutDay = ({ config }: DayConfig, dueAt: Date | null): string | null =>
  dueAt &&
  workdayFrom(
    { config },
    seoulDay(new Date(dueAt.getTime() + (config.toss.standin ? 0 : closedMinutes * 60_000))),
  );

/** Whether the provider pays at this moment: from 8 o'clock, on a day that is no holiday. */
export const mayPayNow = async ({ config, knex }: DayConfig & Pick<Deps, "knex">): Promise<boolean> => {
  if (config.toss.standin) return true;
  const { rows } = await knex.raw<{ rows: { day: string; isOpen: boolean }[] }>(
    `select to_char(t.local, 'YYYY-MM-DD') as day, t.local::time between '08:00' and '14:50' as "isOpen"
     from (select app_now() at time zone 'Asia/Seoul' as local) t`,
  );
  return rows.some(({ day, isOpen }) => isOpen && isWorkingDay(day));
};
