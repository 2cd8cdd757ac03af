import { addDays, addMonths } from "@knowhow/shared";

/** A month in words: `2026년 11월`. */
export const monthWords = (month: string): string => `${month.slice(0, 4)}년 ${Number(month.slice(5))}월`;

/** The last day of a month. */
export const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);

/** Whether a text of the address is a month. */
export const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
