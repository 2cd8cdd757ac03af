import { endpoints, forMembers, moderating } from "./endpoint.ts";
import type { ratingsSchemas } from "./schemas/ratings.ts";

/** Ratings that a content's page shows at once. */
export const shownRatings = 5;

const ofRating = { path: "/api/ratings/:id", ...forMembers, limit: "rating", changesContents: true } as const;
const ofPictures = ["VALIDATION", "TOO_LARGE", "UNSUPPORTED_TYPE", "UNAVAILABLE"] as const;
const vote = {
  path: "/api/ratings/:id/helpful",
  ...forMembers,
  limit: "like",
  changesContents: true,
} as const;

/** Ratings under which a mean says more about chance than about the content. */
export const minRatings = 3;

/** What the address of every picture of a rating begins with. */
export const ratingPicturesPath = "/api/rating-pictures/" as const;

const moderation = { ...moderating, changesContents: true } as const;

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
    errors: ["PURCHASE_REQUIRED", "NOT_OPENED", "OWN_CONTENT", "ALREADY_RATED", "NOT_FOUND", ...ofPictures],
  },
  /** Without `pictures` they stay as they are. */
  update: { method: "PUT", ...ofRating, errors: ["NOT_OWNER", "NOT_FOUND", ...ofPictures] },
  remove: { method: "DELETE", ...ofRating, errors: ["NOT_OWNER", "NOT_FOUND"] },
  /** By the content's seller: one for each rating, changed by the next. */
  answer: {
    method: "PUT",
    ...ofRating,
    path: "/api/ratings/:id/answer",
    errors: ["NOT_OWNER", "NOT_FOUND"],
  },
  addHelpful: { method: "PUT", ...vote, errors: ["OWN_CONTENT", "NOT_FOUND"] },
  /** A picture of a rating, for those who can read it. */
  picture: {
    method: "GET",
    path: `${ratingPicturesPath}:id/:index`,
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    kind: "stream",
    limit: "image",
    errors: ["NOT_FOUND"],
  },
  /** Takes a rating down, out of the content's mean too, or puts it back. */
  moderate: { path: "/api/admin/ratings/:id/state", ...moderation },
  /** The same of the answer alone. */
  moderateAnswer: { path: "/api/admin/ratings/:id/answer/state", ...moderation },
  removeHelpful: { method: "DELETE", ...vote, errors: ["OWN_CONTENT", "NOT_FOUND"] },
});
