import { cleanLine, cutText, textLimits } from "@knowhow/shared";
import type { Passage } from "../helper.ts";
import { givesOrders } from "./orders.ts";
import { piecesOf, sentencesOf } from "./sentences.ts";
import { wordsOf } from "./words.ts";

const titleLength = 60;
const keywordCount = 6;
/** A description with fewer words says too little to be a title by itself. */
const fewWords = 3;

/** Endings of a sentence about a document that a title has not: "…을 정리한 자료입니다". */
const tail =
  /(?:을|를|에 대해|에 대한)?\s*(?:쉽게|자세히|꼼꼼하게|한눈에)?\s*(?:정리|소개|설명|안내|공유|수록|요약|설명드리|알려\s?드리|알려\s?주|담|다루|다룬|모아|모은|가르치)[가-힣]*(?:\s*(?:자료|문서|전자책|파일|강의|가이드|노하우|콘텐츠|글|책|노트)[가-힣]*)?\s*(?:입니다|합니다|드립니다|있습니다|했습니다|이에요|예요|해요|어요)?[.!~]*$/u;
const copula = /(?:입니다|이에요|예요|이다)?[.!~\s]*$/u;

/** Cuts a title at a word to keep it short. */
const shorten = (line: string, maxLetters: number): string => {
  const letters = [...line];
  if (letters.length <= maxLetters) return line;
  const cut = letters.slice(0, maxLetters).join("");
  return cutText(cut, Math.max(cut.lastIndexOf(" "), maxLetters / 2)).replace(/[\s,;:·-]+$/u, "");
};

/** A longer sentence's end is not in the title; searching it would take minutes. */
const maxBaredLength = 200;

const bare = (sentence: string): string => {
  if (sentence.length > maxBaredLength) return sentence;
  const without = sentence.replace(tail, "").trim();
  return without !== sentence && [...without].length >= 8 ? without : sentence.replace(copula, "").trim();
};

/** The heading is among so many first lines of a document. */
const headLines = 6;
const headLength = 4_000;
const code = /[`{}<>]/u;

/**
 * The heading of a document: the first short line of several words, else of one, above its sentences; without one, its
 * first sentence, stripped of its ending.
 */
const headingOf = (passages: readonly Passage[]): string | undefined => {
  const pieces = passages
    .slice(0, 3)
    .flatMap(({ text }) => piecesOf(cutText(text, headLength)))
    .filter(
      ({ text, kind }) =>
        kind !== "row" && !code.test(text) && wordsOf(text).length > 0 && !givesOrders(text),
    )
    .slice(0, headLines);
  const prose = pieces.findIndex(({ kind }) => kind === "sentence");
  const lines = (prose < 0 ? pieces : pieces.slice(0, prose))
    .map(({ text }) => text)
    .filter((line) => line.length >= 4 && line.length <= titleLength);
  const sentence = pieces[prose]?.text;
  return lines.find((line) => line.includes(" ")) ?? lines[0] ?? (sentence && bare(sentence));
};

/** A title from the user's words, or from the document's heading where they say too little. */
export const titleFrom = (said: string, passages: readonly Passage[]): string => {
  const first = sentencesOf(said)[0] ?? "";
  const own = wordsOf(said).length < fewWords ? headingOf(passages) : undefined;
  return shorten(cleanLine(own ?? bare(first)), titleLength) || shorten(cleanLine(said), titleLength);
};

const listOf = (heading: string, lines: readonly string[]): string =>
  [heading, ...lines.map((line) => `• ${line}`)].join("\n");

/** The most frequent words, by frequency. */
const keywordsOf = (text: string): string[] => {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, keywordCount)
    .map(([word]) => word);
};

/** A description: the user's words, then the document's sentences, or keywords without any. */
export const descriptionFrom = (said: string, picked: readonly string[]): string => {
  const keywords = keywordsOf(said);
  const more =
    picked.length > 0
      ? listOf("이런 내용을 담았습니다", picked)
      : keywords.length > 1
        ? `핵심 키워드: ${keywords.join(", ")}`
        : "";
  const whole = more === "" ? said : `${said}\n\n${more}`;
  return [...whole].length <= textLimits.description ? whole : said;
};
