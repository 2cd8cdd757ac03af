import { object, type InferType } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { content } from "./contents.ts";
import { listOf } from "./fields.ts";

const relatedContents = object({
  similar: listOf(content),
  /** What several of its buyers have bought too. */
  boughtTogether: listOf(content),
}).noUnknown();
export type RelatedContents = InferType<typeof relatedContents>;

/** Answer of each call. */
export const relatedSchemas = { get: { response: relatedContents } } satisfies FeatureSchemas;
