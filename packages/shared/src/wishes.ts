import { endpoints, forMembers } from "./endpoint.ts";
import type { wishesSchemas } from "./schemas/wishes.ts";

const toggle = {
  path: "/api/contents/:id/wish",
  ...forMembers,
  limit: "wish",
  errors: ["NOT_FOUND"],
} as const;

/** Contents that a person keeps in mind, bought or not. */
export const wishes = endpoints<typeof wishesSchemas>()({
  add: { method: "PUT", ...toggle },
  remove: { method: "DELETE", ...toggle },
  /** The latest first, without those that have no page any more. */
  list: { method: "GET", path: "/api/wishes", ...forMembers, errors: [] },
  /** How many of them cost less, or have a new version, since the person has looked. */
  news: { method: "GET", path: "/api/wishes/news", ...forMembers, errors: [] },
  /** The person has seen these news. */
  seen: { method: "POST", path: "/api/wishes/seen", ...forMembers, limit: "wish", errors: ["VALIDATION"] },
});
