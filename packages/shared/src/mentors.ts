import { endpoints } from "./endpoint.ts";
import type { mentorsSchemas } from "./schemas/mentors.ts";

const readable = { access: "public", whileSuspended: true, whileBanned: true } as const;
const toggle = {
  path: "/api/mentors/:id/follow",
  access: "member",
  whileSuspended: true,
  whileBanned: false,
  limit: "follow",
} as const;

/** Mentors, who have something on the market, and those who follow them. The id is the seller's of a content. */
export const mentors = endpoints<typeof mentorsSchemas>()({
  get: { method: "GET", path: "/api/mentors/:id", ...readable, errors: ["NOT_FOUND"] },
  /** What a mentor has on the market, newest first. */
  contents: {
    method: "GET",
    path: "/api/mentors/:id/contents",
    ...readable,
    errors: ["VALIDATION", "NOT_FOUND"],
  },
  follow: { method: "PUT", ...toggle, errors: ["VALIDATION", "NOT_FOUND"] },
  /** Also of a mentor who has nothing on the market any more. */
  unfollow: { method: "DELETE", ...toggle, errors: ["NOT_FOUND"] },
  /** Those one follows, the latest first, also while they sell nothing. */
  following: {
    method: "GET",
    path: "/api/following",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    errors: ["VALIDATION"],
  },
});
