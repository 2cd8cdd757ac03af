import { addDays, seoulDayStart } from "@knowhow/shared";

/** From which day to which in Korea, both included. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** The moments that a range of days begins and ends before, as the database reads them. */
export const momentsOf = ({ from, to }: DayRange): [start: string, end: string] => [
  from === undefined ? "-infinity" : seoulDayStart(from).toISOString(),
  to === undefined ? "infinity" : seoulDayStart(addDays(to, 1)).toISOString(),
];
