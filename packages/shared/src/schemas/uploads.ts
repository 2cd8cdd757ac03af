import { object, string } from "yup";
import { objectKinds } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { tidyFileName } from "../text.ts";
import { uuidText } from "./fields.ts";

/** What an upload says of its file, as `Upload-Metadata` (the protocol's own encoding); held against the bytes later. */
export const uploadMetadata = object({
  kind: string().oneOf(objectKinds, "업로드 종류가 올바르지 않습니다."),
  filename: string()
    .transform((value: unknown) => (typeof value === "string" ? tidyFileName(value) : value))
    .max(255, "파일 이름이 너무 깁니다."),
  filetype: string().max(255, "파일 형식이 올바르지 않습니다."),
  /** The draft that the file is for; the draft names its files itself, so that this is checked and not kept. */
  draftId: uuidText("임시 저장 번호가 올바르지 않습니다."),
});

/** Input and answer of each call. */
export const uploadsSchemas = {
  create: {},
  look: {},
  append: {},
  remove: {},
} satisfies FeatureSchemas;
