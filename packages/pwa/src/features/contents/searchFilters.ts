import {
  fileKinds,
  priceBands,
  ratingSteps,
  searchSorts,
  type FileKind,
  type PriceBand,
  type SearchSort,
} from "@knowhow/shared";
import type { MarketQuery } from "./marketQuery.ts";

/** Choices beside words and category; each has a place in the address. */
export interface SearchChoice {
  sort: SearchSort;
  kind?: FileKind;
  price?: PriceChoice;
  rating?: number;
}

/** Ranges of what buyers pay, to choose from, and their names. */
export const priceChoices = ["free", "low", "middle", "high"] as const satisfies ("free" | PriceBand)[];
type PriceChoice = (typeof priceChoices)[number];
export const priceLabels: Readonly<Record<PriceChoice, string>> = {
  free: "무료",
  low: "1만 원 이하",
  middle: "1만~3만 원",
  high: "3만 원 이상",
};

/** Hits are counted up to this number. */
export const maxCounted = 1_000;

/** Names of the orders. */
export const sortLabels: Readonly<Record<SearchSort, string>> = {
  relevance: "관련순",
  popular: "인기순",
  newest: "최신순",
  price: "낮은 가격순",
  rating: "평점순",
};

/** Names of the kinds of files. */
export const kindLabels: Readonly<Record<FileKind, string>> = {
  pdf: "PDF",
  document: "문서",
  sheet: "엑셀",
  slides: "발표 자료",
  archive: "압축 파일",
  link: "외부 링크",
  other: "기타",
};

const oneOf = <T>(values: readonly T[], wanted: unknown): T | undefined =>
  values.find((value) => value === wanted);

/** The orders that a search has; without words nothing fits better. */
export const sortsOf = (search: string): readonly SearchSort[] =>
  search === ""
    ? ["newest", ...searchSorts.filter((sort) => sort !== "relevance" && sort !== "newest")]
    : searchSorts;

/** Reads the choices out of an address, without unknown ones; the first order is the usual one. */
export const readChoice = (search: string, params: URLSearchParams): SearchChoice => {
  const kind = oneOf(fileKinds, params.get("kind"));
  const price = oneOf(priceChoices, params.get("price"));
  const rating = oneOf<number>(ratingSteps, Number(params.get("rating")));
  return {
    sort: oneOf(sortsOf(search), params.get("sort")) ?? (search === "" ? "newest" : "relevance"),
    ...(kind === undefined ? {} : { kind }),
    ...(price === undefined ? {} : { price }),
    ...(rating === undefined ? {} : { rating }),
  };
};

/** Whether a choice leaves hits out. */
export const isFilter = ({ kind, price, rating }: SearchChoice): boolean =>
  [kind, price, rating].some((value) => value !== undefined);

/** The words and the category as the search takes them. */
export const placeQueryOf = ({ search, category }: MarketQuery) => ({
  ...(search === "" ? {} : { q: search }),
  ...(category === "" || category === "all" ? {} : { category }),
});

/** What the search is asked for. */
export const queryOf = (place: MarketQuery, { price, ...choice }: SearchChoice) => ({
  ...placeQueryOf(place),
  ...choice,
  ...(price === undefined ? {} : price === "free" ? { free: true } : priceBands[price]),
});
