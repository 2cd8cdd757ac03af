import { object } from "yup";
import { endpoint } from "./endpoint.ts";
import { countValue, flagValue } from "./fields.ts";

const likeResponse = object({ isLiked: flagValue, likesCount: countValue }).noUnknown();
const toggle = {
  path: "/api/contents/:id/like",
  access: "member",
  whileSuspended: true,
  whileBanned: false,
  limit: "like",
  changesContents: true,
  response: likeResponse,
} as const;

/** Likes of contents one bought. */
export const likes = {
  add: endpoint({ method: "POST", ...toggle, errors: ["PURCHASE_REQUIRED", "OWN_CONTENT", "NOT_FOUND"] }),
  remove: endpoint({
    method: "DELETE",
    ...toggle,
    errors: ["PURCHASE_REQUIRED", "OWN_CONTENT", "NOT_FOUND"],
  }),
  status: endpoint({
    method: "GET",
    path: "/api/contents/:id/like-status",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    response: object({ isLiked: flagValue }).noUnknown(),
    errors: ["NOT_FOUND"],
  }),
};
