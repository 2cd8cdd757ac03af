import TinyQueue from "tinyqueue";
import type { Passage } from "../helper.ts";
import { candidatesOf, type Candidate } from "./candidates.ts";
import type { Sentence } from "./sentences.ts";

/** Other languages in a Korean text are seldom its subject: quotations, code, remarks to machines. */
const hangul = /[가-힣]/u;

/** The number of sentences that use each word. */
const countWords = (candidates: readonly Candidate[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { words } of candidates) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** The weight of a word in one sentence alone: it is no subject of the text. */
const rare = 0.2;
/** The share of a word's weight that remains once a chosen sentence has it. */
const again = 0.2;
const headBonus = 1.3;
const headLength = 12;
const foreignShare = 0.3;
/** Lists and rows of tables say less than sentences do, and are all that some files have. */
const kindShare = { sentence: 1, fragment: 0.6, heading: 0.4, row: 0.2 } as const;
/** So do sentences that need another one to be understood. */
const independenceShare = { whole: 1, topicless: 0.75, leans: 0.4 } as const;

/** How much each sentence adds to the chosen ones: never more than before. */
const createScore = (candidates: readonly Candidate[], counts: ReadonlyMap<string, number>) => {
  const covered = new Set<string>();
  const isKorean = candidates.filter(({ text }) => hangul.test(text)).length * 2 > candidates.length;
  const starts = new Map<number, number>();
  for (const { file, parts } of candidates)
    starts.set(file, Math.min(starts.get(file) ?? Number.POSITIVE_INFINITY, parts[0] ?? 0));
  return {
    of({ text, words, parts, file, kind, independence }: Candidate): number {
      let sum = 0;
      for (const word of words)
        sum += (rare + Math.log2(counts.get(word) ?? 1)) * (covered.has(word) ? again : 1);
      // Long sentences hold more words without saying more; texts name their subject at the beginning.
      const isHead = (parts[0] ?? 0) - (starts.get(file) ?? 0) < headLength;
      const share =
        (isHead ? headBonus : 1) *
        (isKorean && !hangul.test(text) ? foreignShare : 1) *
        kindShare[kind] *
        independenceShare[independence];
      return (sum / Math.sqrt(words.size + 4)) * share;
    },
    cover(words: ReadonlySet<string>) {
      for (const word of words) covered.add(word);
    },
  };
};

/** Share of common words above which two sentences say the same. */
const sameShare = 0.7;

const areSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  const common = [...one].filter((word) => other.has(word)).length;
  return common > 2 && common >= (one.size + other.size - common) * sameShare;
};

interface Scored {
  candidate: Candidate;
  /** Its score at its last check: it never rises later. */
  score: number;
  /** Its index among the candidates: of two equal ones the earlier goes first. */
  at: number;
}

/** A file that repeats itself is left after so many refusals beyond the number of wanted sentences. */
const maxRefusals = 100;

/** Tracks each file's share and the chosen sentences. */
const createChoice = (howMany: number, files: number) => {
  const picked: Candidate[] = [];
  const taken = new Set<number>();
  const perFile = new Map<number, number>();
  const refused = new Map<number, number>();
  const fair = Math.ceil(howMany / Math.max(1, files));
  return {
    picked,
    hasRoom: ({ file }: Candidate): boolean => (perFile.get(file) ?? 0) < fair,
    isSpent: ({ file }: Candidate): boolean => (refused.get(file) ?? 0) > maxRefusals + howMany,
    /** Takes a sentence, unless a chosen one says the same; returns the words that it adds. */
    take(candidate: Candidate): ReadonlySet<string> | undefined {
      const { parts, file, words, alone } = candidate;
      const own = parts.at(-1) ?? -1;
      refused.set(file, (refused.get(file) ?? 0) + 1);
      if (taken.has(own) || picked.some((one) => areSame(one.words, words))) return undefined;
      const others = parts.slice(0, -1);
      // The sentences that it needs are all chosen already, or partly so.
      const isLed = others.length > 0 && others.every((part) => taken.has(part));
      if (!isLed && others.some((part) => taken.has(part))) return undefined;
      for (const part of parts) taken.add(part);
      picked.push(isLed ? { ...candidate, text: alone, parts: [own] } : candidate);
      perFile.set(file, (perFile.get(file) ?? 0) + 1);
      refused.set(file, (refused.get(file) ?? 0) - 1);
      return words;
    },
  };
};

/**
 * The sentences that say most of the files' content, in their order: each in turn is the one with the most frequent
 * words that no earlier one has, so that they do not repeat each other; every file has its share.
 */
export const pickSentences = (passages: readonly Passage[], howMany: number): Sentence[] => {
  const { candidates, files } = candidatesOf(passages);
  const score = createScore(candidates, countWords(candidates));
  const waiting = new TinyQueue<Scored>(
    candidates.map((candidate, at) => ({ candidate, at, score: score.of(candidate) })),
    (a, b) => b.score - a.score || a.at - b.at,
  );
  const choice = createChoice(howMany, files);
  let isFair = files > 1;
  let aside: Scored[] = [];
  while (choice.picked.length < howMany) {
    const best = waiting.pop();
    if (!best && !isFair) break;
    if (!best) {
      // The unused rest of some files' shares goes to the others.
      isFair = false;
      for (const one of aside) waiting.push(one);
      aside = [];
      continue;
    }
    if (choice.isSpent(best.candidate)) continue;
    if (isFair && !choice.hasRoom(best.candidate)) {
      aside.push(best);
      continue;
    }
    const now = score.of(best.candidate);
    if (now < best.score) {
      // Others may score higher by now.
      waiting.push({ ...best, score: now });
      continue;
    }
    const words = choice.take(best.candidate);
    if (words) score.cover(words);
  }
  return choice.picked
    .sort((a, b) => a.passage - b.passage || (a.parts[0] ?? 0) - (b.parts[0] ?? 0))
    .map(({ text, passage }) => ({ text, passage }));
};
