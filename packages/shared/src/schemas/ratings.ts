import { number, object, string, type InferType } from "yup";
import { maxRatingPictures, textLimits } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { cleanText, isVisible, lengthOf } from "../text.ts";
import {
  boundedList,
  countValue,
  flagValue,
  idValue,
  listOf,
  numberField,
  okResponse,
  optionalText,
  pageQuery,
  textField,
  textValue,
  timeValue,
} from "./fields.ts";
import { answerValue, hidingValues, moderationForm } from "./moderation.ts";

const wrongScore = "별점을 1점에서 5점까지 선택해주세요.";
const wrongPicture = "사진이 올바르지 않습니다.";
const wrongAlt = `사진 설명은 ${textLimits.pictureAlt}자 이하여야 합니다.`;
const tooLong = (what: string) => `${what} ${textLimits.rating.toLocaleString("ko-KR")}자 이하여야 합니다.`;

/** A score, and words where there are any. */
export const ratingForm = object({
  score: numberField(wrongScore)
    .required(wrongScore)
    .integer(wrongScore)
    .min(1, wrongScore)
    .max(5, wrongScore),
  text: string()
    .typeError("후기가 올바르지 않습니다.")
    .nullable()
    .transform((_: unknown, original: unknown) => {
      if (typeof original !== "string") return original;
      const text = cleanText(original);
      return isVisible(text) ? text : null;
    })
    .test({
      name: "max",
      message: tooLong("후기는"),
      params: { max: textLimits.rating },
      test: (value) => value == null || lengthOf(value) <= textLimits.rating,
    }),
  /** The uploads of the pictures, in their order. */
  pictures: boundedList(
    object({
      objectPath: string().required(wrongPicture).max(200, wrongPicture),
      alt: string()
        .typeError(wrongAlt)
        .nullable()
        .transform((_: unknown, original: unknown) => {
          if (typeof original !== "string") return original;
          const alt = cleanText(original);
          return isVisible(alt) ? alt : null;
        })
        .test("max", wrongAlt, (value) => value == null || lengthOf(value) <= textLimits.pictureAlt),
    }),
    maxRatingPictures,
    `사진은 ${maxRatingPictures}장까지 올릴 수 있습니다.`,
  )
    .optional()
    .default(undefined)
    .test("distinct", "같은 사진을 두 번 올렸습니다.", (pictures) => {
      // Entries of another kind have rules of their own.
      const paths = pictures?.flatMap(
        (picture: { objectPath?: string } | null | undefined) => picture?.objectPath ?? [],
      );
      return new Set(paths).size === (paths?.length ?? 0);
    }),
});

export type RatingForm = InferType<typeof ratingForm>;

/** A seller's answer to a rating. */
export const ratingAnswerForm = object({
  text: textField("답변을 입력해주세요.", textLimits.rating, tooLong("답변은")),
});

const scoreValue = number().integer().min(1).max(5).required();

export const rating = object({
  id: idValue,
  contentId: idValue,
  userId: idValue,
  user: object({ nickname: textValue, profileImageUrl: optionalText }).noUnknown(),
  score: scoreValue,
  text: optionalText,
  createdAt: timeValue,
  /** Later than `createdAt` once it was changed. */
  updatedAt: timeValue,
  answer: answerValue,
  /** `objectPath` names the upload, for its author. */
  pictures: listOf(object({ url: textValue, alt: optionalText, objectPath: optionalText }).noUnknown()),
  /** Hidden once administrators took it down: only its author and administrators still read it, with the reason. */
  ...hidingValues,
  helpfulCount: countValue,
  /** The caller's vote. */
  isHelpful: flagValue,
  isMine: flagValue,
}).noUnknown();
export type Rating = InferType<typeof rating>;

/** The mean of ratings, null where there are none or too few for one. */
export const meanValue = number().min(1).max(5).defined().nullable();

/** How a content is rated: how many gave each score. */
const ratingSummary = object({
  count: countValue,
  /** Of one or two ratings too: `count` says so beside it. */
  mean: meanValue,
  distribution: object({
    1: countValue,
    2: countValue,
    3: countValue,
    4: countValue,
    5: countValue,
  }).noUnknown(),
}).noUnknown();
export type RatingSummary = InferType<typeof ratingSummary>;

/** Why the caller may not rate. */
const ratingObstacles = ["OWN_CONTENT", "PURCHASE_REQUIRED", "NOT_OPENED"] as const;
export type RatingObstacle = (typeof ratingObstacles)[number];

const ratingPage = object({
  ratings: listOf(rating),
  summary: ratingSummary,
  /** The caller's own rating, whichever page it is on. */
  own: rating.defined().nullable().default(undefined),
  /** What keeps the caller from rating, if anything does. */
  obstacle: string().oneOf(ratingObstacles).defined().nullable(),
}).noUnknown();
export type RatingPage = InferType<typeof ratingPage>;

const oneRating = object({ rating }).noUnknown();

/** Input and answer of each call. */
export const ratingsSchemas = {
  list: { query: pageQuery, response: ratingPage },
  create: { body: ratingForm, response: oneRating },
  update: { body: ratingForm, response: oneRating },
  remove: { response: okResponse },
  answer: { body: ratingAnswerForm, response: oneRating },
  addHelpful: { response: oneRating },
  removeHelpful: { response: oneRating },
  picture: { query: object({ w: string(), v: string() }) },
  moderate: { body: moderationForm, response: oneRating },
  moderateAnswer: { body: moderationForm, response: oneRating },
} satisfies FeatureSchemas;
