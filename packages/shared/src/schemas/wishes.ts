import { object } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { content } from "./contents.ts";
import { flagValue, listOf, pageQuery } from "./fields.ts";

const wish = object({ isWished: flagValue }).noUnknown();

/** Input and answer of each call. */
export const wishesSchemas = {
  add: { response: wish },
  remove: { response: wish },
  list: { query: pageQuery, response: listOf(content) },
} satisfies FeatureSchemas;
