import { endpoints, forAdmins } from "./endpoint.ts";
import type { synonymsSchemas } from "./schemas/synonyms.ts";

const path = "/api/admin/search-synonyms";
/** What the search finds changes with them. */
const change = { ...forAdmins, changesContents: true } as const;

/** Other words for the same, which find one another: kept by administrators. */
export const synonyms = endpoints<typeof synonymsSchemas>()({
  list: { method: "GET", path, ...forAdmins, errors: ["VALIDATION"] },
  create: {
    method: "POST",
    path,
    ...change,
    status: 201,
    errors: ["VALIDATION", "SYNONYMS_KNOWN", "TOO_MANY"],
  },
  update: {
    method: "PUT",
    path: "/api/admin/search-synonyms/:id",
    ...change,
    errors: ["VALIDATION", "NOT_FOUND", "EDIT_CONFLICT", "SYNONYMS_KNOWN"],
  },
  remove: {
    method: "DELETE",
    path: "/api/admin/search-synonyms/:id",
    ...change,
    errors: ["NOT_FOUND"],
  },
});
