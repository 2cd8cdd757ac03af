import { setImmediate as breathe } from "node:timers/promises";
import type { Passage } from "../helper.ts";
import { sentencesIn, type Sentence } from "./sentences.ts";
import { wordsOf } from "./words.ts";

/** Lengths in characters that a sentence of a summary has. */
const lengths = { min: 15, max: 220 } as const;

/** The event loop gets its turn after so many sentences. */
const atOnce = 400;

interface Ranked extends Sentence {
  words: ReadonlySet<string>;
  /** Its place among all sentences. */
  at: number;
}

/** Lines that stand on many pages (heads and feet) say nothing about the text. */
const repeatedTimes = 3;

/** Tells whether a line reads like a sentence, not like a row of a table or a list of names. */
const reads = ({ text }: Sentence): boolean =>
  text.length >= lengths.min &&
  text.length <= lengths.max &&
  !text.includes("\t") &&
  (text.match(/[\p{L}\s]/gu)?.length ?? 0) >= text.length * 0.7 &&
  text.split(" ").length >= 3;

/** Turns a list over in pieces, so that whatever else the process does goes on between them. */
const inTurns = async <T>(list: readonly T[], signal: AbortSignal, each: (one: T, at: number) => void) => {
  for (const [at, one] of list.entries()) {
    each(one, at);
    if (at % atOnce === atOnce - 1) {
      await breathe();
      signal.throwIfAborted();
    }
  }
};

/** How often each word is used, in how many sentences. */
const countWords = async (
  sentences: readonly Ranked[],
  signal: AbortSignal,
): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  await inTurns(sentences, signal, ({ words }) => {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  });
  return counts;
};

const readable = async (passages: readonly Passage[], signal: AbortSignal): Promise<Ranked[]> => {
  const times = new Map<string, number>();
  const sentences: Sentence[] = [];
  await inTurns(passages, signal, (_passage, at) => {
    for (const sentence of sentencesIn(passages.slice(at, at + 1))) {
      sentences.push({ ...sentence, passage: at });
      times.set(sentence.text, (times.get(sentence.text) ?? 0) + 1);
    }
  });
  const kept: Ranked[] = [];
  const seen = new Set<string>();
  await inTurns(sentences, signal, (sentence, at) => {
    if (!reads(sentence) || (times.get(sentence.text) ?? 0) >= repeatedTimes || seen.has(sentence.text))
      return;
    seen.add(sentence.text);
    kept.push({ ...sentence, at, words: new Set(wordsOf(sentence.text)) });
  });
  return kept;
};

/**
 * The sentences that say most of what the text says, in the order of the text: each in turn is the one with the most
 * frequent words that no earlier one has, so that they do not repeat each other. Takes time by the length of the text
 * alone, and lets go of the event loop between pieces.
 */
export const pickSentences = async (
  passages: readonly Passage[],
  howMany: number,
  signal: AbortSignal,
): Promise<Sentence[]> => {
  const sentences = await readable(passages, signal);
  const counts = await countWords(sentences, signal);
  const covered = new Set<string>();
  const picked: Ranked[] = [];
  const scoreOf = ({ words, at }: Ranked): number => {
    let sum = 0;
    for (const word of words) {
      const count = counts.get(word) ?? 0;
      // A word that stands in one sentence alone is no subject of the text.
      if (count > 1) sum += Math.log2(count) * (covered.has(word) ? 0.2 : 1);
    }
    // Long sentences hold more words without saying more; texts say at their beginning what they are about.
    return (sum / Math.sqrt(words.size + 4)) * (at < 12 ? 1.3 : 1);
  };
  while (picked.length < Math.min(howMany, sentences.length)) {
    let best: Ranked | undefined;
    let bestScore = -1;
    await inTurns(sentences, signal, (sentence) => {
      if (picked.includes(sentence)) return;
      const score = scoreOf(sentence);
      if (score > bestScore) [best, bestScore] = [sentence, score];
    });
    if (!best) break;
    picked.push(best);
    for (const word of best.words) covered.add(word);
  }
  return picked.sort((a, b) => a.at - b.at);
};
