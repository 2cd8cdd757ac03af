import { addDays, addMonths, seoulDay, type DaySales, type MonthSales } from "@knowhow/shared";

/** Days and months that the chart shows. */
export const shownDays = 30;
export const shownMonths = 12;

/** One bar of the chart. */
export interface SalesSpan {
  /** The day or month itself. */
  span: string;
  /** The label below the bar. */
  label: string;
  salesCount: number;
  freeCount: number;
  refundsCount: number;
  sellerAmount: number;
}

const none = { salesCount: 0, freeCount: 0, refundsCount: 0, sellerAmount: 0 };

const dayLabel = (day: string): string => `${Number(day.slice(5, 7))}.${Number(day.slice(8))}`;
const monthLabel = (month: string): string => `${month.slice(2, 4)}년 ${Number(month.slice(5))}월`;

/** The later of today and the last day with a sale: the device's clock may be behind. */
const lastOf = (spans: readonly string[], today: string): string =>
  spans.reduce((last, span) => (span > last ? span : last), today);

/** The last days, those without a sale too, oldest first. */
export const spansOfDays = (sales: readonly DaySales[], now: Date): SalesSpan[] => {
  const last = lastOf(sales.map(({ day }) => day), seoulDay(now)); // oxfmt-ignore
  const known = new Map(sales.map((entry) => [entry.day, entry]));
  return Array.from({ length: shownDays }, (_, at) => {
    const day = addDays(last, at + 1 - shownDays);
    return { ...none, ...known.get(day), span: day, label: dayLabel(day) };
  });
};

/** The last months, those without a sale too, oldest first. */
export const spansOfMonths = (sales: readonly MonthSales[], now: Date): SalesSpan[] => {
  const last = lastOf(sales.map(({ month }) => month), seoulDay(now).slice(0, 7)); // oxfmt-ignore
  const known = new Map(sales.map((entry) => [entry.month, entry]));
  return Array.from({ length: shownMonths }, (_, at) => {
    const month = addMonths(last, at + 1 - shownMonths);
    return { ...none, ...known.get(month), span: month, label: monthLabel(month) };
  });
};

/** How many characters of labels a phone has room for below all bars, with gaps. */
const maxLabelCharacters = 30;

/** Whether the bar at an index has a label: the newest has, and before it every n-th, as the room allows. */
export const isLabelled = (spans: readonly Pick<SalesSpan, "label">[], index: number): boolean => {
  const characters = spans.reduce((sum, { label }) => sum + label.length, 0);
  const step = Math.max(1, Math.ceil(characters / maxLabelCharacters));
  return (spans.length - 1 - index) % step === 0;
};

/** All of them together. */
export const sumOf = (spans: readonly SalesSpan[]): Omit<SalesSpan, "span" | "label"> =>
  spans.reduce(
    (sum, one) => ({
      salesCount: sum.salesCount + one.salesCount,
      freeCount: sum.freeCount + one.freeCount,
      refundsCount: sum.refundsCount + one.refundsCount,
      sellerAmount: sum.sellerAmount + one.sellerAmount,
    }),
    none,
  );
