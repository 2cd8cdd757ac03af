import { endpoints } from "./endpoint.ts";
import type { relatedSchemas } from "./schemas/related.ts";

/** What may interest those who look at a content. */
export const related = endpoints<typeof relatedSchemas>()({
  /** Neither list has what the asking member sells or has bought. */
  get: {
    method: "GET",
    path: "/api/contents/:id/related",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    errors: ["NOT_FOUND"],
  },
});
