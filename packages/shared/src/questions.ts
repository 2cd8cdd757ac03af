import { endpoints, forMembers, moderating } from "./endpoint.ts";
import type { questionsSchemas } from "./schemas/questions.ts";

/** Questions about one content that a person may have waiting for an answer. */
export const maxOpenQuestions = 3;

/** Minutes in which a question without an answer may still be edited. */
export const questionEditMinutes = 5;

/** Questions before buying, newest first, each with the answer of the seller. */
export const questions = endpoints<typeof questionsSchemas>()({
  list: {
    method: "GET",
    path: "/api/contents/:id/questions",
    access: "public",
    whileSuspended: true,
    whileBanned: true,
    errors: ["VALIDATION", "NOT_FOUND"],
  },
  create: {
    method: "POST",
    path: "/api/contents/:id/questions",
    ...forMembers,
    idempotent: true,
    limit: ["question", "questionDay"],
    status: 201,
    errors: ["OWN_CONTENT", "NOT_FOUND", "TOO_MANY"],
  },
  /** A later answer takes the place of the one before. */
  answer: {
    method: "PUT",
    path: "/api/questions/:id/answer",
    ...forMembers,
    errors: ["NOT_OWNER", "NOT_FOUND"],
  },
  /** By the asker, while it has no answer. */
  update: {
    method: "PUT",
    path: "/api/questions/:id",
    ...forMembers,
    limit: ["question", "questionDay"],
    errors: ["NOT_OWNER", "NOT_FOUND", "TOO_LATE"],
  },
  /** Taken back by the asker, while it has no answer. */
  remove: {
    method: "DELETE",
    path: "/api/questions/:id",
    ...forMembers,
    errors: ["NOT_OWNER", "NOT_FOUND", "TOO_LATE"],
  },
  /** Questions about the caller's contents that wait for an answer, the oldest first. */
  listWaiting: { method: "GET", path: "/api/seller/questions", ...forMembers, errors: ["VALIDATION"] },
  /** How many of those there are, and the caller's own questions whose answers they have not seen. */
  news: { method: "GET", path: "/api/questions/news", ...forMembers, errors: [] },
  /** The asker has seen the answer. */
  see: { method: "PUT", path: "/api/questions/:id/seen", ...forMembers, errors: ["NOT_FOUND"] },
  /** Takes a question down, with its answer, or puts it back. */
  moderate: { path: "/api/admin/questions/:id/state", ...moderating },
  /** The same of the answer alone. */
  moderateAnswer: { path: "/api/admin/questions/:id/answer/state", ...moderating },
});
