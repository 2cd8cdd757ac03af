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

const inSeoul = (time: string | Date): Date => new Date(new Date(time).getTime() + seoulOffsetMs);

/** A day in Korea: `2026년 11월 21일`. */
export const formatDate = (time: string | Date): string => {
  const date = inSeoul(time);
  return `${date.getUTCFullYear()}년 ${date.getUTCMonth() + 1}월 ${date.getUTCDate()}일`;
};

/** A time of day in Korea, put together by hand because engines write 오후 differently: `오후 2:06`. */
export const formatTime = (time: string | Date): string => {
  const date = inSeoul(time);
  const hours = date.getUTCHours();
  const minutes = String(date.getUTCMinutes()).padStart(2, "0");
  return `${hours < 12 ? "오전" : "오후"} ${hours % 12 || 12}:${minutes}`;
};

/** Day and time in Korea: `2026년 11월 21일 오후 2:06`. */
export const formatDateTime = (time: string | Date): string => `${formatDate(time)} ${formatTime(time)}`;
