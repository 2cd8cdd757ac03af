import { object, string } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { textValue } from "./fields.ts";

const state = object({ status: textValue }).noUnknown();

/** Input and answer of each call. */
export const healthSchemas = {
  live: { response: state },
  ready: {
    query: object({ part: string().oneOf(["process"] as const, "part는 process만 받아요.") }),
    response: state,
  },
  metrics: {},
} satisfies FeatureSchemas;
