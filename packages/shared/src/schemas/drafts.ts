import { array, boolean, number, object, string, type InferType } from "yup";
import { maxFiles, maxPreviews, maxTags, textLimits } from "../constants.ts";
import { isObjectPath } from "../contents.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { lengthOf } from "../text.ts";
import {
  boundedList,
  countValue,
  flagValue,
  idValue,
  listOf,
  numberField,
  okResponse,
  optionalId,
  optionalText,
  pageQuery,
  textValue,
  timeValue,
  uuidText,
} from "./fields.ts";

const draftFile = object({
  name: textValue,
  /** In bytes; null when it is not known. */
  size: number().integer().min(0).defined().nullable(),
  /** Null while the bytes are on the device alone. */
  objectPath: optionalText,
}).noUnknown();

/** A form that is not published yet, as typed. */
export const draft = object({
  id: idValue,
  /** The content that it changes; null of a new one. */
  contentId: optionalId,
  /** `updatedAt` of that content when the change was begun. */
  contentVersion: optionalText,
  title: textValue,
  description: textValue,
  category: textValue,
  price: optionalText,
  link: textValue,
  versionNote: textValue,
  /** Null where its form says nothing of them: the content's stay. */
  tags: array(textValue).defined().nullable(),
  allowsCopying: flagValue,
  files: listOf(draftFile),
  previews: listOf(draftFile),
  /** Grows by one with each change, from 1. */
  version: countValue,
  createdAt: timeValue,
  updatedAt: timeValue,
}).noUnknown();
export type StoredDraft = InferType<typeof draft>;

const typed = (max: number, what: string) =>
  string()
    .typeError(`${what} 올바르지 않습니다.`)
    .default("")
    .test("max", `${what} 너무 깁니다.`, (value) => lengthOf(value) <= max);

const wrongFile = "파일 목록이 올바르지 않습니다.";
const entries = (max: number, tooMany: string) =>
  boundedList(
    object({
      name: typed(255, "파일 이름이"),
      size: numberField(wrongFile).integer(wrongFile).min(0, wrongFile).nullable().default(null),
      objectPath: string()
        .typeError(wrongFile)
        .nullable()
        .default(null)
        .test("path", wrongFile, (path) => path === null || isObjectPath(path)),
    }).typeError(wrongFile),
    max,
    tooMany,
  )
    .typeError(wrongFile)
    .default([]);

const wrongVersion = "버전이 올바르지 않습니다.";
const versionField = () =>
  numberField(wrongVersion).integer(wrongVersion).min(0, wrongVersion).max(2_147_483_647, wrongVersion);

/** A form as typed, up to the form's lengths; judged when it is published. */
export const draftForm = object({
  contentId: uuidText("콘텐츠 번호가 올바르지 않습니다.").nullable().default(null),
  contentVersion: string().max(40, "콘텐츠 버전이 올바르지 않습니다.").nullable().default(null),
  title: typed(textLimits.title, "제목이"),
  description: typed(textLimits.description, "설명이"),
  category: typed(50, "카테고리가"),
  price: string()
    .typeError("가격이 올바르지 않습니다.")
    .max(20, "가격이 올바르지 않습니다.")
    .nullable()
    .default(null),
  link: typed(2_000, "링크가"),
  versionNote: typed(textLimits.versionNote, "바뀐 점이"),
  /** Left out by a form that does not know of them: they stay as they are. */
  tags: boundedList(
    typed(textLimits.tag, "태그가"),
    maxTags,
    `태그는 최대 ${maxTags}개까지 등록할 수 있습니다.`,
  )
    .typeError("태그가 올바르지 않습니다.")
    .nullable()
    .optional(),
  /** Left out by a form that does not know of it: it stays as it is. */
  allowsCopying: boolean().typeError("복사할 수 있는지가 올바르지 않습니다.").optional(),
  files: entries(maxFiles, `파일은 최대 ${maxFiles}개까지 등록할 수 있습니다.`),
  previews: entries(maxPreviews, `미리보기 이미지는 최대 ${maxPreviews}개까지 등록할 수 있습니다.`),
  /** The version that this was made from; 0 of a new one. */
  version: versionField().default(0),
});
export type DraftForm = InferType<typeof draftForm>;

/** Input and answer of each call. */
export const draftsSchemas = {
  list: { query: pageQuery, response: listOf(draft) },
  get: { response: draft },
  save: { body: draftForm, response: draft },
  remove: { query: object({ version: versionField() }), response: okResponse },
} satisfies FeatureSchemas;
