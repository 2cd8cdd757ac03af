import { object, string } from "yup";
import { objectKinds } from "./constants.ts";
import { endpoint } from "./endpoint.ts";
import { uuidText } from "./fields.ts";
import { tidyFileName } from "./text.ts";

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

/** Version of the protocol (https://tus.io/protocols/resumable-upload), as `Tus-Resumable`. */
export const tusVersion = "1.0.0";
/** Header that names the object a finished upload has become: in the last answer, and in every HEAD after it. */
export const objectPathHeader = "Upload-Object-Path";
/** Days after its last byte in which an unfinished upload goes; `Upload-Expires` says the moment. */
export const uploadKeptDays = 7;

const person = { access: "member", whileSuspended: false, whileBanned: false } as const;
const protocol = { ...person, kind: "stream", bodyKind: "raw" } as const;

/**
 * Resumable uploads: tus 1.0 with creation, termination and expiration. An upload of somebody else is NOT_FOUND; one that
 * is written to or put away at this moment is UPLOAD_BUSY, and can be asked again.
 */
export const uploads = {
  create: endpoint({
    method: "POST",
    path: "/api/uploads",
    ...protocol,
    limit: "upload",
    status: 201,
    errors: ["UPLOAD_PROTOCOL", "TOO_LARGE", "UNSUPPORTED_TYPE", "VALIDATION"],
  }),
  look: endpoint({
    method: "HEAD",
    path: "/api/uploads/:id",
    ...protocol,
    errors: ["UPLOAD_PROTOCOL", "NOT_FOUND", "UPLOAD_BUSY"],
  }),
  append: endpoint({
    method: "PATCH",
    path: "/api/uploads/:id",
    ...protocol,
    status: 204,
    errors: ["UPLOAD_PROTOCOL", "NOT_FOUND", "UPLOAD_OFFSET", "UPLOAD_BUSY", "TOO_LARGE", "UNSUPPORTED_TYPE", "VALIDATION"], // prettier-ignore
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/uploads/:id",
    ...protocol,
    status: 204,
    errors: ["UPLOAD_PROTOCOL", "NOT_FOUND", "UPLOAD_BUSY"],
  }),
};
