import { endpoints } from "./endpoint.ts";
import type { searchSchemas } from "./schemas/search.ts";

const open = {
  method: "GET",
  access: "public",
  whileSuspended: true,
  whileBanned: true,
  errors: ["VALIDATION"],
} as const;

/** The search of the market. */
export const search = endpoints<typeof searchSchemas>()({
  find: { path: "/api/search", ...open, limit: "search" },
  suggestions: { path: "/api/search/suggestions", ...open, limit: "suggestions" },
  /** The hits of a search alone, best first. */
  list: { path: "/api/contents/search/:query", ...open, limit: "search" },
  /** A search for nothing, which has no last part: refused like a search for blanks. */
  listNothing: { path: "/api/contents/search", ...open, limit: "search" },
});
