import { endpoints } from "./endpoint.ts";
import type { questionsSchemas } from "./schemas/questions.ts";

/** Questions about one content that a person may have waiting for an answer. */
export const maxOpenQuestions = 3;

const own = { access: "member", whileSuspended: true, whileBanned: false } as const;

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
    ...own,
    idempotent: true,
    limit: ["question", "questionDay"],
    status: 201,
    errors: ["OWN_CONTENT", "NOT_FOUND", "TOO_MANY"],
  },
  /** A later answer takes the place of the one before. */
  answer: {
    method: "PUT",
    path: "/api/questions/:id/answer",
    ...own,
    errors: ["NOT_OWNER", "NOT_FOUND"],
  },
});
