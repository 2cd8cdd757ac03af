import {
  categoryCodes,
  fileKinds,
  searchSorts,
  type CategoryCode,
  type FileKind,
  type SearchSort,
} from "@knowhow/shared";

/** Choices beside the words of a search; each has a place in the address. */
export interface SearchChoice {
  sort: SearchSort;
  category?: CategoryCode;
  kind?: FileKind;
  price?: PriceBand;
  rating?: number;
}

/** Prices to choose from, as the search takes them. */
export const priceBands = {
  free: { label: "무료", query: { free: true } },
  low: { label: "1만 원 이하", query: { max: 10_000 } },
  middle: { label: "1만~3만 원", query: { min: 10_000, max: 30_000 } },
  high: { label: "3만 원 이상", query: { min: 30_000 } },
} as const;
type PriceBand = keyof typeof priceBands;

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

/** Least means of ratings to choose from. */
export const ratingSteps = [4, 3] as const;

const oneOf = <T>(values: readonly T[], wanted: unknown): T | undefined =>
  values.find((value) => value === wanted);

/** Reads the choices out of an address, without unknown ones. */
export const readChoice = (params: URLSearchParams): SearchChoice => {
  const category = oneOf(categoryCodes, params.get("in"));
  const kind = oneOf(fileKinds, params.get("kind"));
  const price = oneOf(["free", "low", "middle", "high"] as const, params.get("price"));
  const rating = oneOf<number>(ratingSteps, Number(params.get("rating")));
  return {
    sort: oneOf(searchSorts, params.get("sort")) ?? "relevance",
    ...(category === undefined ? {} : { category }),
    ...(kind === undefined ? {} : { kind }),
    ...(price === undefined ? {} : { price }),
    ...(rating === undefined ? {} : { rating }),
  };
};

/** What the search is asked for. */
export const queryOf = (search: string, { price, ...choice }: SearchChoice) => ({
  q: search,
  ...choice,
  ...(price === undefined ? {} : priceBands[price].query),
});
