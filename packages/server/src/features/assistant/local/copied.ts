import { sentencesOf } from "./sentences.ts";
import type { SuggestionInput } from "../helper.ts";

/** Shorter sentences are found in many texts. */
const minLength = 12;
/** Each is looked for in all of the files. */
const maxSentences = 30;

const squeeze = (text: string): string => text.replace(/\s+/gu, " ");

/**
 * The sentences of a drafted description that stand in the files word for word, in their order: published, they give
 * away the goods. Those that the seller had written already are theirs to publish.
 */
export const findCopied = (description: string, { userDescription, passages }: SuggestionInput): string[] => {
  const own = squeeze(userDescription);
  const sentences = [...new Set(sentencesOf(description))]
    .filter((sentence) => sentence.length >= minLength && !own.includes(sentence))
    .slice(0, maxSentences);
  const copied = new Set<string>();
  for (const { text } of passages) {
    if (copied.size === sentences.length) break;
    const squeezed = squeeze(text);
    for (const sentence of sentences) if (squeezed.includes(sentence)) copied.add(sentence);
  }
  return sentences.filter((sentence) => copied.has(sentence));
};
