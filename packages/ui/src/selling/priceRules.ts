import { defaultPaidPrice, maxPrice, minPaidPrice, priceStep } from "@knowhow/shared";

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

/** The digits of an amount as people write it, `10,000원`; undefined for anything else, `1e5` and `-1` too. */
export const digitsOf = (text: string): string | undefined =>
  /^\s*(?:₩\s*)?([0-9,]*[0-9])\s*원?\s*$/.exec(text)?.[1]?.replaceAll(",", "");

/** The price one step up or down, within what a paid content may cost; a free one goes up to the least price. */
export const steppedPrice = (price: number | undefined, direction: 1 | -1): number => {
  if (price === undefined || price < minPaidPrice)
    return direction === 1 ? minPaidPrice : (price ?? minPaidPrice);
  return Math.min(maxPrice, Math.max(minPaidPrice, price + direction * priceStep));
};
