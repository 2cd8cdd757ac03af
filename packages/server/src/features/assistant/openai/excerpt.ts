import { cutText } from "@knowhow/shared";
import type { Passage } from "../helper.ts";
import { runTask } from "../local/runTask.ts";

/** The share of an excerpt that the beginnings of the files take. */
const headShare = 0.3;
/** The average length of a sentence, at least. */
const sentenceLength = 45;

const lengthOf = (passages: readonly Passage[]): number =>
  passages.reduce((sum, { text }) => sum + text.length, 0);

/** The beginning of each file, with the same room for each. */
const headsOf = (passages: readonly Passage[], room: number): Passage[] => {
  const first = new Map<string, Passage>();
  for (const passage of passages) if (!first.has(passage.fileName)) first.set(passage.fileName, passage);
  const each = Math.floor(room / first.size);
  return [...first.values()].map((passage) => ({ ...passage, text: cutText(passage.text, each) }));
};

/**
 * The part of the files that is sent: all of a short text; of a long one the beginning of each file and the most
 * telling sentences from everywhere, in their order.
 */
export const excerptOf = async (
  passages: readonly Passage[],
  maxLength: number,
  signal: AbortSignal,
): Promise<Passage[]> => {
  if (lengthOf(passages) <= maxLength) return [...passages];
  const excerpt = headsOf(passages, maxLength * headShare);
  let left = maxLength - lengthOf(excerpt);
  const picked = await runTask(
    { kind: "pick", howMany: Math.floor(left / sentenceLength) },
    passages,
    signal,
  );
  for (const { text, passage } of picked) {
    const from = passages[passage];
    if (!from || text.length > left) continue;
    left -= text.length;
    const last = excerpt.at(-1);
    if (last?.fileName === from.fileName && last.page === from.page) last.text += `\n${text}`;
    else excerpt.push({ ...from, text });
  }
  return excerpt;
};
