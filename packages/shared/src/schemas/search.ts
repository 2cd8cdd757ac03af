import { boolean, object, string, type InferType } from "yup";
import { categoryCodes } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { maxPrice } from "../money.ts";
import { fileKinds, maxSuggestions, priceBands, ratingSteps, searchSorts } from "../searchKinds.ts";
import { isUuid } from "../text.ts";
import { content } from "./contents.ts";
import { countValue, flagValue, listOf, numberField, pageQuery, textValue, wonValue } from "./fields.ts";

const wrongPrice = `가격은 0원 이상 ${maxPrice.toLocaleString("ko-KR")}원 이하의 정수여야 합니다.`;
const priceField = numberField(wrongPrice).integer(wrongPrice).min(0, wrongPrice).max(maxPrice, wrongPrice);
const wrongRating = "평점은 1 이상 5 이하여야 합니다.";
const tooLong = "검색어가 너무 깁니다.";

/** A cursor has the words of its search in it. */
const searchPage = pageQuery.shape({ cursor: string().max(2_500, "cursor가 올바르지 않습니다.") });

/** The words of a search, and what hits must be beside having them. */
const searchQuery = searchPage.shape({
  q: string().max(300, tooLong),
  category: string().oneOf(categoryCodes, "카테고리를 찾을 수 없습니다."),
  /** Bounds on what the seller asks, without the buyer's fee. */
  min: priceField,
  max: priceField,
  free: boolean().typeError("무료 여부는 true 또는 false여야 합니다."),
  kind: string().oneOf(fileKinds, "파일 종류를 찾을 수 없습니다."),
  rating: numberField(wrongRating).min(1, wrongRating).max(5, wrongRating),
  /** Only what this mentor sells. */
  mentor: string().test({
    message: "멘토를 찾을 수 없습니다.",
    test: (value) => value === undefined || isUuid(value),
  }),
  sort: string().oneOf(searchSorts, "정렬 방법을 찾을 수 없습니다.").default("relevance"),
});

const counts = (names: readonly string[]) =>
  object(Object.fromEntries(names.map((name) => [name, countValue.optional()]))).noUnknown();

const searchAnswer = object({
  hits: listOf(content),
  /** Counted up to a thousand. */
  total: countValue,
  /** Of the words, the others also of the chosen category, whatever else is chosen. */
  facets: object({
    category: counts(categoryCodes),
    kind: counts(fileKinds),
    free: countValue,
    /** The least and the greatest price. */
    price: listOf(wonValue).length(2),
    /** By the band of what buyers pay. */
    prices: counts(Object.keys(priceBands)),
    /** By the least mean. */
    ratings: counts(ratingSteps.map(String)),
    /** The number of hits that all but the categories were counted of, up to a thousand. */
    total: countValue,
  }).noUnknown(),
  /** Words that find more than those typed. */
  didYouMean: string().optional(),
  /** The words as typed find nothing: the hits are those of `didYouMean`. */
  isCorrected: flagValue,
  /** Where nothing fits: hits of some of the words, or, without words, popular contents. */
  near: object({ words: string().optional(), hits: listOf(content) })
    .noUnknown()
    .optional()
    .default(undefined),
}).noUnknown();
export type SearchAnswer = InferType<typeof searchAnswer>;

const suggestion = object({
  kind: string()
    .oneOf(["title", "mentor", "category"] as const)
    .required(),
  text: textValue,
  /** Of the content or the mentor; the code of the category. */
  id: string().optional(),
}).noUnknown();
export type SearchSuggestion = InferType<typeof suggestion>;

/** Input and answer of each call. */
export const searchSchemas = {
  find: { query: searchQuery, response: searchAnswer },
  suggestions: {
    query: object({ q: string().max(100, tooLong) }),
    response: object({ suggestions: listOf(suggestion).max(maxSuggestions) }).noUnknown(),
  },
  list: { query: searchPage, response: listOf(content) },
  listNothing: { response: listOf(content) },
} satisfies FeatureSchemas;
