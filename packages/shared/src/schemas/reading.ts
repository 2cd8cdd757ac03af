import { number, object, string, type InferType } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { countValue, flagValue, listOf, numberField, optionalText, textValue, timeValue } from "./fields.ts";

const wrongPosition = "읽은 위치가 올바르지 않습니다.";
const wrongPage = "쪽 번호가 올바르지 않습니다.";
const wrongTime = "읽은 시각이 올바르지 않습니다.";

/** Where reading stopped: a share of the whole file from 0 to 1, and the page or part, counted from 1. */
export const readingForm = object({
  position: numberField(wrongPosition).required(wrongPosition).min(0, wrongPosition).max(1, wrongPosition),
  page: numberField(wrongPage).integer(wrongPage).min(1, wrongPage).max(1_000_000, wrongPage).nullable(),
  /** ISO time of the device; one more than five minutes ahead counts as now. */
  at: string()
    .required(wrongTime)
    .matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/, wrongTime)
    .test("time", wrongTime, (value) => !Number.isNaN(Date.parse(value))),
});
export type ReadingForm = InferType<typeof readingForm>;

const place = {
  position: number().min(0).max(1).required(),
  page: number().integer().min(1).nullable().defined(),
};

/** The place that is kept; the beginning without a time where nothing was read yet. */
const readingPlace = object({ ...place, at: string().datetime().nullable().defined() }).noUnknown();
export type ReadingPlace = InferType<typeof readingPlace>;

/** A file that was read, with its content. */
export const readingEntry = object({
  contentId: textValue,
  index: countValue,
  title: textValue,
  category: textValue,
  previewImageUrl: optionalText,
  fileName: textValue,
  ...place,
  at: timeValue,
}).noUnknown();
export type ReadingEntry = InferType<typeof readingEntry>;

/** The text of a file by pages, slides or sheets; `whole` is one part. */
const readingText = object({
  unit: string()
    .oneOf(["page", "slide", "sheet", "whole"] as const)
    .required(),
  pages: listOf(object({ page: number().integer().min(1).required(), text: textValue }).noUnknown()),
  /** The file goes on behind what can be shown here. */
  isTruncated: flagValue,
}).noUnknown();
export type ReadingText = InferType<typeof readingText>;

/** Input and answer of each call. */
export const readingSchemas = {
  list: { response: object({ readings: listOf(readingEntry) }).noUnknown() },
  get: { response: readingPlace },
  update: { body: readingForm, response: readingPlace },
  text: { query: object({ version: string(), peek: string() }), response: readingText },
} satisfies FeatureSchemas;
