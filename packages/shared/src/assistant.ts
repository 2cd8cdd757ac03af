import { array, number, object, string, type InferType } from "yup";
import { categoryCodes, textLimits, uploadLimits } from "./constants.ts";
import { endpoint } from "./endpoint.ts";
import { idValue, textField, textValue, wonValue } from "./fields.ts";

/** How often a person may ask the helper in one day of Korea; a kept summary is not counted. */
export const assistantCallsPerDay = 20;

/** Extensions of a document that a suggestion can be made from. */
export const assistantExtensions = [
  "pdf", "doc", "docx", "hwp", "hwpx", "xls", "xlsx", "ppt", "pptx", "txt", "md",
] as const; // prettier-ignore

/** Who wrote an answer: the helper that is built in, or the configured service. */
export const assistantEngines = ["local", "openai"] as const;
export type AssistantEngine = (typeof assistantEngines)[number];

const engineValue = string().oneOf(assistantEngines).required();

/** What somebody tells the helper about the content that is to be sold. */
export const suggestionForm = object({
  userDescription: textField(
    "어떤 콘텐츠인지 설명을 입력해주세요.",
    textLimits.description,
    `설명은 ${textLimits.description.toLocaleString("ko-KR")}자 이하여야 합니다.`,
  ),
});

/** A content of the market that a price was compared with. */
export const comparable = object({ id: idValue, title: textValue, price: wonValue }).noUnknown();
export type Comparable = InferType<typeof comparable>;

/** A draft of the upload form. */
export const suggestion = object({
  title: textValue,
  description: textValue,
  category: string().oneOf(categoryCodes).required(),
  suggestedPrice: wonValue,
  engine: engineValue,
  /** Why this price, in Korean. */
  reason: string(),
  comparables: array(comparable),
}).noUnknown();
export type Suggestion = InferType<typeof suggestion>;

/** A sentence of a file, word for word; `page` counts from 1 and is null where the file has no pages. */
export const summarySource = object({
  text: textValue,
  fileName: textValue,
  page: number().integer().min(1).defined().nullable(),
}).noUnknown();
export type SummarySource = InferType<typeof summarySource>;

/** What the files of a content say, with the sentences that show it. */
export const contentSummary = object({
  summary: textValue,
  engine: engineValue,
  sources: array(summarySource),
}).noUnknown();
export type ContentSummary = InferType<typeof contentSummary>;

const seller = { access: "member", whileSuspended: false, whileBanned: false, limit: "assistant" } as const;
const failures = ["AI_LIMIT", "PROVIDER_ERROR", "UNAVAILABLE"] as const;

/** The helper: drafts for sellers, summaries for buyers. */
export const assistant = {
  suggest: endpoint({
    method: "POST",
    path: "/api/ai/content-suggestions",
    ...seller,
    body: suggestionForm,
    response: suggestion,
    errors: failures,
  }),
  suggestWithFile: endpoint({
    method: "POST",
    path: "/api/ai/content-suggestions-with-file",
    ...seller,
    bodyKind: "multipart",
    body: suggestionForm,
    file: { maxBytes: uploadLimits.file },
    response: suggestion,
    errors: [...failures, "TOO_LARGE", "UNSUPPORTED_TYPE", "NO_TEXT"],
  }),
  summarize: endpoint({
    method: "POST",
    path: "/api/contents/:id/ai-summary",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    limit: "assistant",
    response: contentSummary,
    errors: [...failures, "NOT_FOUND", "PURCHASE_REQUIRED", "NO_TEXT"],
  }),
};
