import { endpoints } from "./endpoint.ts";
import type { ratingsSchemas } from "./schemas/ratings.ts";

/** Ratings that a content's page shows at once. */
export const shownRatings = 5;

const own = { access: "member", whileSuspended: true, whileBanned: false } as const;
const ofRating = { path: "/api/ratings/:id", ...own, limit: "rating", changesContents: true } as const;
const vote = { path: "/api/ratings/:id/helpful", ...own, limit: "like" } as const;

/** Ratings by buyers who have opened what they bought. */
export const ratings = endpoints<typeof ratingsSchemas>()({
  /** The most helpful first, then the newest. */
  list: {
    method: "GET",
    path: "/api/contents/:id/ratings",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    errors: ["VALIDATION", "NOT_FOUND"],
  },
  create: {
    method: "POST",
    ...ofRating,
    path: "/api/contents/:id/ratings",
    idempotent: true,
    status: 201,
    errors: ["PURCHASE_REQUIRED", "NOT_OPENED", "OWN_CONTENT", "ALREADY_RATED", "NOT_FOUND"],
  },
  update: { method: "PUT", ...ofRating, errors: ["NOT_OWNER", "NOT_FOUND"] },
  remove: { method: "DELETE", ...ofRating, errors: ["NOT_OWNER", "NOT_FOUND"] },
  /** By the content's seller: one for each rating, changed by the next. */
  answer: {
    method: "PUT",
    path: "/api/ratings/:id/answer",
    ...own,
    limit: "rating",
    errors: ["NOT_OWNER", "NOT_FOUND"],
  },
  addHelpful: { method: "PUT", ...vote, errors: ["OWN_CONTENT", "NOT_FOUND"] },
  removeHelpful: { method: "DELETE", ...vote, errors: ["OWN_CONTENT", "NOT_FOUND"] },
});
