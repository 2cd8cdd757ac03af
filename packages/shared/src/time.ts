/** Korea keeps one offset all year, so the wall clock of Seoul is UTC shifted by it. */
const seoulOffsetMs = 9 * 60 * 60 * 1_000;

/** The day in Korea at a moment: `2026-11-21`. */
export const seoulDay = (time: Date): string =>
  new Date(time.getTime() + seoulOffsetMs).toISOString().slice(0, 10);

/** The moment at which a day begins in Korea. */
export const seoulDayStart = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - seoulOffsetMs);

/** The day that is so many days later, of the calendar. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The month that is so many months later: `2026-11` and 2 give `2027-01`. */
export const addMonths = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
};
