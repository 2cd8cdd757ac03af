import { setImmediate as breathe } from "node:timers/promises";
import type { Passage } from "../helper.ts";
import { sentencesOf, type Sentence } from "./sentences.ts";
import { wordsOf } from "./words.ts";

/** Lengths in characters that a sentence of a summary has. */
const lengths = { min: 15, max: 220 } as const;

/** The event loop gets its turn after so many milliseconds. */
const atOnceMs = 5;

interface Ranked extends Sentence {
  words: ReadonlySet<string>;
  /** Its place among all sentences. */
  at: number;
}

/** What stands in another language in a Korean text is seldom what it says: quotations, code, remarks to machines. */
const hangul = /[가-힣]/u;

/** Lines that stand on many pages (heads and feet) say nothing about the text. */
const repeatedTimes = 3;

/** Code, markup and addresses are no sentences. */
const noProse = /[<>{}]|https?:/u;
/** How Korean and other sentences end, with or without a full stop. */
const ends = /(?:[.!?。…]|[다요죠까])["')\]”’」』]*$/u;

/** Tells whether a line reads like a sentence, not like a row of a table, a list of names or code. */
const reads = ({ text }: Sentence): boolean =>
  text.length >= lengths.min &&
  text.length <= lengths.max &&
  !noProse.test(text) &&
  (text.match(/[\p{L}\s]/gu)?.length ?? 0) >= text.length * 0.7 &&
  text.split(" ").length >= 3;

/** Goes through a list and lets the rest of the process have its turn now and then; ends with the signal. */
const inTurns = async <T>(list: Iterable<T>, signal: AbortSignal, each: (one: T, at: number) => void) => {
  let since = performance.now();
  let at = 0;
  for (const one of list) {
    each(one, at);
    at += 1;
    if (performance.now() - since < atOnceMs) continue;
    await breathe();
    signal.throwIfAborted();
    since = performance.now();
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
  await inTurns(passages, signal, ({ text }, at) => {
    for (const sentence of sentencesOf(text)) {
      sentences.push({ ...sentence, passage: at });
      times.set(sentence.text, (times.get(sentence.text) ?? 0) + 1);
    }
  });
  const kept: Ranked[] = [];
  const others: Ranked[] = [];
  const seen = new Set<string>();
  await inTurns(sentences, signal, (sentence, at) => {
    if (seen.has(sentence.text)) return;
    seen.add(sentence.text);
    const isSaid = reads(sentence) && (times.get(sentence.text) ?? 0) < repeatedTimes;
    const text = sentence.text.slice(0, lengths.max);
    (isSaid ? kept : others).push({ ...sentence, text, at, words: new Set(wordsOf(text)) });
  });
  // A file of two words, or of one endless line, is summarised by what it has.
  return kept.length > 0 ? kept : others;
};

/** What a word adds that stands in one sentence alone: it is no subject of the text. */
const rare = 0.2;
/** What is left of a word's weight once a chosen sentence has it. */
const again = 0.2;
const headBonus = 1.3;
const headLength = 12;
const foreignShare = 0.3;
/** Headings and rows of tables say less than sentences do, and are all that some files have. */
const fragmentShare = 0.6;
const rowShare = 0.2;

/** How much each sentence says, given what the chosen ones have said: never more than before. */
const createScore = (sentences: readonly Ranked[], counts: ReadonlyMap<string, number>) => {
  const covered = new Set<string>();
  const isKorean = sentences.filter(({ text }) => hangul.test(text)).length * 2 > sentences.length;
  return {
    of({ text, words, at, isRow }: Ranked): number {
      let sum = 0;
      for (const word of words)
        sum += (rare + Math.log2(counts.get(word) ?? 1)) * (covered.has(word) ? again : 1);
      // Long sentences hold more words without saying more; texts say at their beginning what they are about.
      const share =
        (at < headLength ? headBonus : 1) *
        (isKorean && !hangul.test(text) ? foreignShare : 1) *
        (isRow ? rowShare : ends.test(text) ? 1 : fragmentShare);
      return (sum / Math.sqrt(words.size + 4)) * share;
    },
    cover(words: ReadonlySet<string>) {
      for (const word of words) covered.add(word);
    },
  };
};

interface Scored {
  sentence: Ranked;
  /** What it said when it was last looked at: it never says more later. */
  score: number;
  isPicked: boolean;
}

/**
 * The sentences that say most of what the text says, in the order of the text: each in turn is the one with the most
 * frequent words that no earlier one has, so that they do not repeat each other. Lets go of the event loop between
 * pieces, however long the text is.
 */
export const pickSentences = async (
  passages: readonly Passage[],
  howMany: number,
  signal: AbortSignal,
): Promise<Sentence[]> => {
  const sentences = await readable(passages, signal);
  const score = createScore(sentences, await countWords(sentences, signal));
  const scored: Scored[] = [];
  await inTurns(sentences, signal, (sentence) => {
    scored.push({ sentence, score: score.of(sentence), isPicked: false });
  });
  scored.sort((a, b) => b.score - a.score);
  const picked: Ranked[] = [];
  while (picked.length < Math.min(howMany, scored.length)) {
    let best: Scored | undefined;
    await inTurns(scored, signal, (one) => {
      // Most are known to be worse without another look.
      if (one.isPicked || (best && one.score <= best.score)) return;
      one.score = score.of(one.sentence);
      if (!best || one.score > best.score) best = one;
    });
    if (!best) break;
    best.isPicked = true;
    picked.push(best.sentence);
    score.cover(best.sentence.words);
  }
  return picked.sort((a, b) => a.at - b.at);
};
