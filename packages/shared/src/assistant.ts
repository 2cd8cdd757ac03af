import { uploadLimits } from "./constants.ts";
import { endpoints } from "./endpoint.ts";
import type { assistantSchemas } from "./schemas/assistant.ts";

/** How often a person may ask the helper in one day of Korea; a kept summary is not counted. */
export const assistantCallsPerDay = 20;

/** Extensions of a document that a suggestion can be made from. */
export const assistantExtensions = [
  "pdf", "doc", "docx", "hwp", "hwpx", "xls", "xlsx", "ppt", "pptx", "txt", "md",
] as const; // oxfmt-ignore

/** The author of an answer: the helper that is built in, or the configured service. */
export const assistantEngines = ["local", "openai"] as const;
export type AssistantEngine = (typeof assistantEngines)[number];

const seller = { access: "member", whileSuspended: false, whileBanned: false, limit: "assistant" } as const;
const failures = ["AI_LIMIT", "PROVIDER_ERROR", "UNAVAILABLE"] as const;

/** The helper: drafts for sellers, summaries for buyers. */
export const assistant = endpoints<typeof assistantSchemas>()({
  suggest: {
    method: "POST",
    path: "/api/ai/content-suggestions",
    ...seller,
    errors: failures,
  },
  suggestWithFile: {
    method: "POST",
    path: "/api/ai/content-suggestions-with-file",
    ...seller,
    bodyKind: "multipart",
    file: { maxBytes: uploadLimits.file },
    errors: [...failures, "TOO_LARGE", "UNSUPPORTED_TYPE", "NO_TEXT"],
  },
  summarize: {
    method: "POST",
    path: "/api/contents/:id/ai-summary",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    limit: "assistant",
    errors: [...failures, "NOT_FOUND", "PURCHASE_REQUIRED", "NO_TEXT"],
  },
});
