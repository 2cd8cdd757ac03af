import { object, string } from "yup";
import { pageSize } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { wishedContent } from "./contents.ts";
import {
  boundedList, countValue, flagValue, listOf, numberField, okResponse, pageQuery,
} from "./fields.ts"; // oxfmt-ignore

const wish = object({ isWished: flagValue }).noUnknown();

const wrongNews = "본 소식이 올바르지 않습니다.";
const number = numberField(wrongNews).integer(wrongNews).min(0, wrongNews).max(2_147_483_647, wrongNews);

/** Wishes as they were shown: so that what was told meanwhile stays unseen. */
const shown = boundedList(
  object({
    contentId: string().uuid(wrongNews).required(wrongNews),
    price: number.required(wrongNews),
    newVersion: number.nullable().default(null),
  }),
  pageSize.max,
  wrongNews,
).required(wrongNews);

/** Input and answer of each call. */
export const wishesSchemas = {
  add: { response: wish },
  remove: { response: wish },
  list: { query: pageQuery, response: listOf(wishedContent) },
  news: { response: object({ count: countValue }).noUnknown() },
  seen: { body: object({ shown }), response: okResponse },
} satisfies FeatureSchemas;
