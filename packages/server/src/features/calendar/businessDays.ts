import { seoulDay } from "@knowhow/shared";
import { raiseAlert, resolveAlert } from "../alerts/alerts.ts";
import type { Deps } from "../../deps.ts";
import { holidays } from "./holidays.ts";

const dayMs = 24 * 60 * 60 * 1_000;
/** Days before the end of the table at which the alert is raised. */
const noticeDays = 60;

/** Whether the table has this year's holidays. */
const isKnownYear = (year: number): boolean => holidays[year] !== undefined;

/** Whether a day in Korea, `2026-11-23`, is a business day; fails for a year that the table does not have. */
export const isBusinessDay = (day: string): boolean => {
  const year = Number(day.slice(0, 4));
  const list = holidays[year];
  if (!list) throw new RangeError(`no holidays of Korea are known for ${year}`);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !list.includes(day.slice(5));
};

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** The same; in a year that the table does not have, every day but weekends. */
export const isWorkingDay = (day: string): boolean =>
  isKnownYear(Number(day.slice(0, 4))) ? isBusinessDay(day) : !isWeekend(day);

/**
 * The last millisecond, in Korea, of the n-th business day after a moment. Beyond the table only weekends are skipped,
 * which is early rather than late: a request must not fail for it.
 */
export const endOfBusinessDay = (from: Date, count: number): Date => {
  let at = from.getTime();
  for (let left = count; left > 0;) {
    at += dayMs;
    if (isWorkingDay(seoulDay(new Date(at)))) left -= 1;
  }
  return new Date(Date.parse(`${seoulDay(new Date(at))}T23:59:59.999+09:00`));
};

/** Raises an alert when the table of holidays is about to end. */
export const watchHolidays = async (deps: Pick<Deps, "knex" | "log">): Promise<void> => {
  const { rows } = await deps.knex.raw<{ rows: { now: Date }[] }>("select app_now() as now");
  const soon = new Date((rows[0]?.now.getTime() ?? 0) + noticeDays * dayMs);
  const year = seoulDay(soon).slice(0, 4);
  const lastYear = String(Math.max(...Object.keys(holidays).map(Number)));
  if (isKnownYear(Number(year)))
    await resolveAlert(
      deps,
      "HOLIDAYS_MISSING",
      "KR",
      `${lastYear}년까지의 공휴일이 있어 자동으로 확인했어요.`,
    );
  else await raiseAlert(deps, "HOLIDAYS_MISSING", "KR", { year });
};
