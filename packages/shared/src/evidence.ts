import { endpoints, forAdmins } from "./endpoint.ts";
import type { evidencesSchemas } from "./schemas/evidence.ts";

const path = "/api/admin/reports/:reportId/evidence" as const;

/** Every look is written down. */
export const evidences = endpoints<typeof evidencesSchemas>()({
  /** Null where a report is older than the keeping of evidence. */
  get: {
    method: "GET",
    path,
    ...forAdmins,
    errors: ["VALIDATION", "NOT_FOUND"],
  },
  picture: {
    method: "GET",
    path: `${path}/pictures/:index`,
    ...forAdmins,
    kind: "stream",
    limit: "image",
    errors: ["NOT_FOUND"],
  },
  /** A picture of a reported rating. */
  ratingPicture: {
    method: "GET",
    path: `${path}/rating-pictures/:index`,
    ...forAdmins,
    kind: "stream",
    limit: "image",
    errors: ["NOT_FOUND"],
  },
  /** A file to keep, never to run: it comes as an attachment. */
  file: {
    method: "GET",
    path: `${path}/files/:index`,
    ...forAdmins,
    kind: "stream",
    limit: "download",
    errors: ["NOT_FOUND", "RANGE_NOT_SATISFIABLE"],
  },
  /** The words in a file, to read in place. */
  fileText: {
    method: "GET",
    path: `${path}/files/:index/text`,
    ...forAdmins,
    limit: "download",
    errors: ["NOT_FOUND", "NO_TEXT", "UNAVAILABLE"],
  },
  /** How many pages a PDF has; only PDFs have pages. */
  filePages: {
    method: "GET",
    path: `${path}/files/:index/pages`,
    ...forAdmins,
    limit: "image",
    errors: ["NOT_FOUND", "NOT_DRAWABLE", "UNAVAILABLE"],
  },
  /** A page of a PDF as a picture, scanned or written; pages count from 1. */
  filePage: {
    method: "GET",
    path: `${path}/files/:index/pages/:page`,
    ...forAdmins,
    kind: "stream",
    limit: "image",
    errors: ["NOT_FOUND", "NOT_DRAWABLE", "UNAVAILABLE"],
  },
});
