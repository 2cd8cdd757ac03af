import { object } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { countValue, flagValue } from "./fields.ts";

const likeResponse = object({ isLiked: flagValue, likesCount: countValue }).noUnknown();

/** Input and answer of each call. */
export const likesSchemas = {
  add: { response: likeResponse },
  remove: { response: likeResponse },
  status: { response: object({ isLiked: flagValue }).noUnknown() },
} satisfies FeatureSchemas;
