import { endpoints, forAdmins } from "./endpoint.ts";
import type { commentsSchemas } from "./schemas/comments.ts";

/** Comments of buyers, newest first. */
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
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    idempotent: true,
    limit: ["comment", "commentDay"],
    status: 201,
    errors: ["PURCHASE_REQUIRED", "NOT_FOUND"],
  },
  remove: {
    method: "DELETE",
    path: "/api/comments/:id",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    errors: ["NOT_OWNER", "NOT_FOUND"],
  },
  /** Takes a comment down, or puts it back. */
  moderate: {
    method: "PUT",
    path: "/api/admin/comments/:id/state",
    ...forAdmins,
    errors: ["VALIDATION", "NOT_FOUND", "ALREADY_IN_STATE"],
  },
});
