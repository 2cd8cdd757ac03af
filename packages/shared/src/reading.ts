import { endpoints, forMembers } from "./endpoint.ts";
import type { readingSchemas } from "./schemas/reading.ts";

/** Length of the list of places that were read last. */
export const maxReadings = 20;

const ofFile = { path: "/api/reading/:contentId/:index", ...forMembers } as const;
const errors = ["PURCHASE_REQUIRED", "NOT_FOUND"] as const;

/** Reading of files that one may download: where it stopped, and the text of those that are no pages or pictures. */
export const reading = endpoints<typeof readingSchemas>()({
  /** What was read last, the newest first, of contents that one may still download. */
  list: { method: "GET", path: "/api/reading", ...forMembers, errors: [] },
  get: { method: "GET", ...ofFile, errors },
  /** The newer of the places wins, and is the answer. */
  update: { method: "PUT", ...ofFile, errors },
  /** Counts as delivered; with `peek=1`, in the background, not as seen. */
  text: {
    method: "GET",
    path: "/api/reading/:contentId/:index/text",
    ...forMembers,
    limit: "readingText",
    errors: [...errors, "NO_TEXT", "UNAVAILABLE"],
  },
});
