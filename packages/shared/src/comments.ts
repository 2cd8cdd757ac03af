import { endpoints, forMembers, moderating } from "./endpoint.ts";
import type { commentsSchemas } from "./schemas/comments.ts";

/** Minutes in which an author may still edit a comment. */
export const commentEditMinutes = 5;

/** Answers that one comment may have. */
export const maxAnswers = 100;

/** Visitors share the answers with comments for a second. */
const change = { ...forMembers, changesContents: true } as const;

/** Comments of buyers, newest first, and the answers to each, of buyers and the seller. */
export const comments = endpoints<typeof commentsSchemas>()({
  list: {
    method: "GET",
    path: "/api/contents/:id/comments",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    errors: ["VALIDATION", "NOT_FOUND"],
  },
  create: {
    method: "POST",
    path: "/api/contents/:id/comments",
    ...change,
    idempotent: true,
    limit: ["comment", "commentDay"],
    status: 201,
    errors: ["PURCHASE_REQUIRED", "NOT_FOUND"],
  },
  /** An answer has no answers. */
  answer: {
    method: "POST",
    path: "/api/comments/:id/answers",
    ...change,
    idempotent: true,
    limit: ["comment", "commentDay"],
    status: 201,
    errors: ["PURCHASE_REQUIRED", "NOT_FOUND", "TOO_MANY"],
  },
  update: {
    method: "PUT",
    path: "/api/comments/:id",
    ...change,
    limit: ["comment", "commentDay"],
    errors: ["NOT_OWNER", "NOT_FOUND", "TOO_LATE"],
  },
  /** The answers to it go too. */
  remove: {
    method: "DELETE",
    path: "/api/comments/:id",
    ...change,
    errors: ["NOT_OWNER", "NOT_FOUND"],
  },
  /** Takes a comment down, or puts it back. */
  moderate: { path: "/api/admin/comments/:id/state", ...moderating, changesContents: true },
});
