import { endpoints } from "./endpoint.ts";
import type { uploadsSchemas } from "./schemas/uploads.ts";

/** Version of the protocol (https://tus.io/protocols/resumable-upload), as `Tus-Resumable`. */
export const tusVersion = "1.0.0";
/** Header that names the object a finished upload has become: in the last answer, and in every HEAD after it. */
export const objectPathHeader = "Upload-Object-Path";
/** Days after its last byte in which an unfinished upload goes; `Upload-Expires` says the moment. */
export const uploadKeptDays = 7;

const person = { access: "member", whileSuspended: false, whileBanned: false } as const;
const protocol = { ...person, kind: "stream", bodyKind: "raw" } as const;

/**
 * Resumable uploads: tus 1.0 with creation, termination and expiration. Another person's upload is NOT_FOUND; one that
 * is being written to or put away is UPLOAD_BUSY, and can be asked again.
 */
export const uploads = endpoints<typeof uploadsSchemas>()({
  create: {
    method: "POST",
    path: "/api/uploads",
    ...protocol,
    limit: "upload",
    status: 201,
    errors: ["UPLOAD_PROTOCOL", "TOO_LARGE", "UNSUPPORTED_TYPE", "VALIDATION"],
  },
  look: {
    method: "HEAD",
    path: "/api/uploads/:id",
    ...protocol,
    errors: ["UPLOAD_PROTOCOL", "NOT_FOUND", "UPLOAD_BUSY"],
  },
  append: {
    method: "PATCH",
    path: "/api/uploads/:id",
    ...protocol,
    status: 204,
    errors: ["UPLOAD_PROTOCOL", "NOT_FOUND", "UPLOAD_OFFSET", "UPLOAD_BUSY", "TOO_LARGE", "UNSUPPORTED_TYPE", "VALIDATION"], // oxfmt-ignore
  },
  remove: {
    method: "DELETE",
    path: "/api/uploads/:id",
    ...protocol,
    status: 204,
    errors: ["UPLOAD_PROTOCOL", "NOT_FOUND", "UPLOAD_BUSY"],
  },
});
