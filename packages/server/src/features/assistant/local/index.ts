import type { FindComparables, Helper } from "../helper.ts";
import { priceFrom } from "./price.ts";
import { runTask } from "./runTask.ts";

const summarySentences = 6;

/** The helper that needs no service and no network: it only repeats the user's words and the files' own. */
export const createLocalHelper = (findComparables: FindComparables): Helper => ({
  engine: "local",
  version: "local-4",
  async suggest({ userDescription, passages }, signal) {
    const { words, ...draft } = await runTask({ kind: "draft", userDescription }, passages, signal);
    const comparables = await findComparables(draft.category, new Set(words));
    const { price, reason } = priceFrom(draft.category, userDescription, comparables);
    return { ...draft, suggestedPrice: price, reason, comparables };
  },
  async summarize(passages, signal) {
    const picked = await runTask({ kind: "pick", howMany: summarySentences }, passages, signal);
    const sources = picked.flatMap(({ text, quoted = text, passage }) => {
      const from = passages[passage];
      return from ? [{ text: quoted, fileName: from.fileName, page: from.page }] : [];
    });
    return { summary: picked.map(({ text }) => text).join("\n"), sources };
  },
});
