import { defaultPaidPrice } from "@knowhow/shared";

/** What the price field holds as a number; nothing while it is empty or no number. */
export const priceOf = (typed: unknown): number | undefined => {
  if (typeof typed === "number") return Number.isFinite(typed) ? typed : undefined;
  if (typeof typed !== "string" || typed.trim() === "") return undefined;
  const price = Number(typed);
  return Number.isFinite(price) ? price : undefined;
};

/** Whether a content is free: exactly when 0 is in the field; an empty field is a price not yet typed. */
export const isFreePrice = (typed: unknown): boolean => priceOf(typed) === 0;

/** The price that choosing 무료 or 유료 fills in. */
export const priceForChoice = (isFree: boolean): number => (isFree ? 0 : defaultPaidPrice);
