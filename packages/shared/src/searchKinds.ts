import { maxPrice } from "./money.ts";

/** Orders of hits: by how well they fit, else popular, newest, cheapest or best rated first. */
export const searchSorts = ["relevance", "popular", "newest", "price", "rating"] as const;
export type SearchSort = (typeof searchSorts)[number];

/** Kinds of files by the endings of their names; the database tells them apart. */
export const fileKinds = ["pdf", "document", "sheet", "slides", "archive", "link", "other"] as const;
export type FileKind = (typeof fileKinds)[number];

/** Prices to choose from beside those of nothing, in won; both bounds count. */
export const priceBands = {
  low: { min: 0, max: 10_000 },
  middle: { min: 10_000, max: 30_000 },
  high: { min: 30_000, max: maxPrice },
} as const;
export type PriceBand = keyof typeof priceBands;

/** Least means of ratings to choose from. */
export const ratingSteps = [4, 3] as const;

/** Choices of the market's address that narrow or order a category. */
export const choiceNames = ["sort", "price", "kind", "rating"] as const;

/** Suggestions at most. */
export const maxSuggestions = 8;
