import { amountsOf, maxPrice, priceBoundsFor } from "./money.ts";

/** Orders of hits: by how well they fit, else popular, newest, cheapest or best rated first. */
export const searchSorts = ["relevance", "popular", "newest", "price", "rating"] as const;
export type SearchSort = (typeof searchSorts)[number];

/** Kinds of files by the endings of their names; the database tells them apart. */
export const fileKinds = ["pdf", "document", "sheet", "slides", "archive", "link", "other"] as const;
export type FileKind = (typeof fileKinds)[number];

/** Totals to choose from beside those of nothing, as bounds on the price, which a search asks for; both count. */
export const priceBands = {
  low: priceBoundsFor(0, 10_000),
  middle: priceBoundsFor(10_000, 30_000),
  high: priceBoundsFor(30_000, amountsOf(maxPrice).totalAmount),
};
export type PriceBand = keyof typeof priceBands;

/** Least means of ratings to choose from. */
export const ratingSteps = [4, 3] as const;

/** Choices of the market's address that narrow or order a category. */
export const choiceNames = ["sort", "price", "kind", "rating"] as const;

/** Suggestions at most. */
export const maxSuggestions = 8;
