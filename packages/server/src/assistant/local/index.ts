import type { FindComparables, Helper, Passage } from "../helper.ts";
import { categoryOf } from "./categories.ts";
import { descriptionFrom, titleFrom } from "./draft.ts";
import { priceFrom } from "./price.ts";
import { pickSentences } from "./rank.ts";
import { wordsOf } from "./words.ts";

/** Sentences of a summary, and those of a file in a description. */
const summarySentences = 6;
const describedSentences = 5;

/** Of longer texts the beginning is enough to know what they are about. */
const judged = 60_000;

/** Text without its repetitions: a line says no more about a file when it stands on every page. */
const distinctLines = (passages: readonly Passage[]): string =>
  [...new Set(passages.flatMap(({ text }) => text.split("\n")))].join("\n");

/** The helper that needs no service and no network: it only ever says what was said, or what stands in the files. */
export const createLocalHelper = (findComparables: FindComparables): Helper => ({
  engine: "local",
  version: "local-2",
  async suggest({ userDescription, passages }, signal) {
    const file = distinctLines(passages).slice(0, judged);
    const category = categoryOf(userDescription, file);
    const picked = await pickSentences(passages, describedSentences, signal);
    const comparables = await findComparables(category, new Set(wordsOf(`${userDescription}\n${file}`)));
    const { price, reason } = priceFrom(category, userDescription, comparables);
    return {
      title: titleFrom(userDescription, passages),
      description: descriptionFrom(
        userDescription,
        picked.map(({ text }) => text),
      ),
      category,
      suggestedPrice: price,
      reason,
      comparables,
    };
  },
  async summarize(passages, signal) {
    const picked = await pickSentences(passages, summarySentences, signal);
    const sources = picked.flatMap(({ text, passage }) => {
      const from = passages[passage];
      return from ? [{ text, fileName: from.fileName, page: from.page }] : [];
    });
    return { summary: sources.map(({ text }) => text).join("\n"), sources };
  },
});
