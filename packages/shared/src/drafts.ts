import { endpoints, forMembers } from "./endpoint.ts";
import type { draftsSchemas } from "./schemas/drafts.ts";

/** Drafts that one person may keep, and the days without a change after which one goes. */
export const maxDrafts = 50;
export const draftKeptDays = 90;

/** Forms on their way, kept for all of a person's devices; ids are made by the client. */
export const drafts = endpoints<typeof draftsSchemas>()({
  list: {
    method: "GET",
    path: "/api/drafts",
    ...forMembers,
    errors: ["VALIDATION"],
  },
  get: {
    method: "GET",
    path: "/api/drafts/:id",
    ...forMembers,
    errors: ["NOT_FOUND"],
  },
  /**
   * Keeps a draft. EDIT_CONFLICT when the one kept has another version; NOT_FOUND for a version of one that is gone,
   * and for an object that is not the person's own. The same again answers the same.
   */
  save: {
    method: "PUT",
    path: "/api/drafts/:id",
    ...forMembers,
    errors: ["NOT_FOUND", "EDIT_CONFLICT", "TOO_MANY_DRAFTS"],
  },
  /** Also when it is gone already. EDIT_CONFLICT when the one kept has another version than the one named, if one is. */
  remove: {
    method: "DELETE",
    path: "/api/drafts/:id",
    ...forMembers,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  },
});
