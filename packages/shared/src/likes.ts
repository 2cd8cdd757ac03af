import { endpoints } from "./endpoint.ts";
import type { likesSchemas } from "./schemas/likes.ts";

const toggle = {
  path: "/api/contents/:id/like",
  access: "member",
  whileSuspended: true,
  whileBanned: false,
  limit: "like",
  changesContents: true,
} as const;

/** Likes of contents one bought. */
export const likes = endpoints<typeof likesSchemas>()({
  add: { method: "POST", ...toggle, errors: ["PURCHASE_REQUIRED", "OWN_CONTENT", "NOT_FOUND"] },
  remove: {
    method: "DELETE",
    ...toggle,
    errors: ["PURCHASE_REQUIRED", "OWN_CONTENT", "NOT_FOUND"],
  },
  status: {
    method: "GET",
    path: "/api/contents/:id/like-status",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    errors: ["NOT_FOUND"],
  },
});
