import { array, number, object, string, type InferType } from "yup";
import { assistantEngines } from "../assistant.ts";
import { categoryCodes, textLimits } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { idValue, priceValue, textField, textValue } from "./fields.ts";

const engineValue = string().oneOf(assistantEngines).required();

/** A seller's description of a new content for the helper. */
export const suggestionForm = object({
  userDescription: textField(
    "어떤 콘텐츠인지 설명을 입력해주세요.",
    textLimits.description,
    `설명은 ${textLimits.description.toLocaleString("ko-KR")}자 이하여야 합니다.`,
  ),
});

/** A content of the market that a price was compared with. */
export const comparable = object({ id: idValue, title: textValue, price: priceValue }).noUnknown();
export type Comparable = InferType<typeof comparable>;

/** A draft of the upload form. */
export const suggestion = object({
  title: textValue,
  description: textValue,
  category: string().oneOf(categoryCodes).required(),
  suggestedPrice: priceValue,
  engine: engineValue,
  /** Why this price, in Korean. */
  reason: string(),
  comparables: array(comparable),
  /** Sentences of the description that stand in the attached file word for word, if any. */
  copied: array(textValue),
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

/** Input and answer of each call. */
export const assistantSchemas = {
  suggest: { body: suggestionForm, response: suggestion },
  suggestWithFile: { body: suggestionForm, response: suggestion },
  summarize: { response: contentSummary },
} satisfies FeatureSchemas;
