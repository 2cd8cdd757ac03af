import { object } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { textValue } from "./fields.ts";

const state = object({ status: textValue }).noUnknown();

/** Input and answer of each call. */
export const healthSchemas = {
  live: { response: state },
  ready: { response: state },
  metrics: {},
} satisfies FeatureSchemas;
