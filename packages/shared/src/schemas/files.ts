import { object, string } from "yup";
import { objectKinds } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { tidyFileName } from "../text.ts";
import { numberField, textValue } from "./fields.ts";

/** What a client may tell about an upload; what it tells is held against the bytes. */
export const uploadRequest = object({
  kind: string().oneOf(objectKinds, "업로드 종류가 올바르지 않습니다."),
  fileName: string()
    .transform((value: unknown) => (typeof value === "string" ? tidyFileName(value) : value))
    .max(255, "파일 이름이 너무 깁니다."),
  size: numberField("파일 크기가 올바르지 않습니다.")
    .integer("파일 크기가 올바르지 않습니다.")
    .min(1, "빈 파일은 업로드할 수 없습니다."),
  contentType: string().max(255, "파일 형식이 올바르지 않습니다."),
});

/** Input and answer of each call. */
export const filesSchemas = {
  requestUpload: {
    body: uploadRequest,
    response: object({ uploadURL: textValue, objectPath: textValue }).noUnknown(),
  },
  put: {},
  object: {},
  previewImage: { query: object({ w: string(), v: string() }) },
  download: { query: object({ read: string(), version: string(), peek: string() }) },
} satisfies FeatureSchemas;
