import { object } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { textValue } from "./fields.ts";

/** Input and answer of each call. */
export const documentationSchemas = {
  openapi: {
    response: object({ openapi: textValue, info: object(), paths: object(), components: object() }),
  },
  page: {},
} satisfies FeatureSchemas;
