import { number, object, type InferType } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { content } from "./contents.ts";
import { countValue, flagValue, idValue, listOf, optionalText, pageQuery, textValue } from "./fields.ts";

/** A mentor as everyone sees them. */
const mentor = object({
  id: idValue,
  nickname: textValue,
  profileImageUrl: optionalText,
  introduction: optionalText,
  /** On the market. */
  contentsCount: countValue,
  ratingCount: countValue,
  /** Null where there are too few to tell. */
  ratingMean: number().min(1).max(5).nullable().defined(),
  followersCount: countValue,
  /** Sales of the contents on the market, refunded ones aside; absent unless the mentor shows it. */
  salesCount: countValue.optional(),
  /** Median hours to the first reply to a buyer, on a mentor's own page; absent where there are too few to tell. */
  answerHours: number().min(0),
  isFollowed: flagValue,
}).noUnknown();
export type Mentor = InferType<typeof mentor>;

const followResponse = object({ isFollowed: flagValue, followersCount: countValue }).noUnknown();

/** Input and answer of each call. */
export const mentorsSchemas = {
  get: { response: object({ mentor }).noUnknown() },
  contents: { query: pageQuery, response: listOf(content) },
  follow: { response: followResponse },
  unfollow: { response: followResponse },
  following: { query: pageQuery, response: listOf(mentor) },
} satisfies FeatureSchemas;
