import { cutText } from "@knowhow/shared";
import type { Passage } from "../helper.ts";
import { givesOrders } from "./orders.ts";
import { piecesOf, type Kind, type SentencePiece } from "./sentences.ts";
import { independenceOf } from "./independence.ts";
import { wordsOf } from "./words.ts";

/** Lengths of a summary's sentence in characters. */
const lengths = { min: 15, max: 220 } as const;

/** A candidate: one sentence, or several in a row of which the last needs those before it. */
export interface Candidate {
  text: string;
  passage: number;
  /** Index of its file. */
  file: number;
  kind: Kind;
  words: ReadonlySet<string>;
  /** Indexes of its sentences among all, its own last. */
  parts: readonly number[];
  /** How well it stands without the sentences around it. */
  independence: "whole" | "topicless" | "leans";
  /** Its own sentence without those that it needs. */
  alone: string;
}

/** Lines that repeat on many pages of a file (headers and footers) say nothing about the text. */
const repeatedTimes = 3;
/** A file with so many sentences needs no fragments. */
const enough = 3;

/** Code, markup and addresses are no sentences. */
const noProse = /[<>{}]|https?:/u;

/** Tells whether a line reads like prose, not like a list of names or code. */
const reads = (text: string): boolean =>
  text.length >= lengths.min &&
  text.length <= lengths.max &&
  !noProse.test(text) &&
  (text.match(/[\p{L}\s]/gu)?.length ?? 0) >= text.length * 0.7 &&
  text.split(" ").length >= 3;

/** A sentence's letters alone: full stops and blanks make no difference. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

interface Found extends SentencePiece {
  letters: string;
  passage: number;
  file: number;
  at: number;
  reads: boolean;
}

const toCandidate = (found: readonly Found[], index: number): Candidate | undefined => {
  const last = found[index];
  if (!last) return undefined;
  const taken = [last];
  let independence = last.kind === "sentence" ? independenceOf(last.text) : "whole";
  let length = last.text.length;
  for (let before = index; independence === "leans" && found[before]?.goesOn; before -= 1) {
    const one = found[before - 1];
    if (!one?.reads || length + one.text.length + 1 > lengths.max) break;
    taken.unshift(one);
    length += one.text.length + 1;
    independence = independenceOf(one.text);
  }
  // The sentences before are kept only if the first of them stands by itself.
  const kept = independence === "leans" ? [last] : taken;
  const text = cutText(kept.map((one) => one.text).join(" "), lengths.max);
  return {
    text,
    independence,
    passage: last.passage,
    file: last.file,
    kind: last.kind,
    words: new Set(wordsOf(text)),
    parts: kept.map(({ at }) => at),
    alone: last.text,
  };
};

/** The candidates of a file: its sentences; fragments if these are few; else rows, else anything. */
const best = (all: readonly { found: Found; candidate: Candidate }[]): Candidate[] => {
  const ofKind = (kind: Kind) =>
    all.filter(({ found }) => found.reads && found.kind === kind).map(({ candidate }) => candidate);
  const sentences = ofKind("sentence");
  if (sentences.length >= enough) return sentences;
  const more = [...sentences, ...ofKind("fragment")];
  if (more.length > 0) return more;
  const rows = ofKind("row");
  // A file of two words, or of one endless line, has nothing else.
  return rows.length > 0 ? rows : all.map(({ candidate }) => candidate);
};

/** The pieces of some files, each once per file, and how often each occurs there by its letters. */
const findPieces = (passages: readonly Passage[]) => {
  const files = new Map<string, number>();
  const times = new Map<string, number>();
  const found: Found[] = [];
  for (const [passage, { text, fileName }] of passages.entries()) {
    const file = files.get(fileName) ?? files.size;
    files.set(fileName, file);
    let isBroken = false;
    for (const piece of piecesOf(text)) {
      const letters = lettersOf(piece.text);
      const name = `${file} ${letters}`;
      const count = times.get(name);
      // A repeated piece is counted, and judged once.
      times.set(name, (count ?? 0) + 1);
      if (letters === "" || count !== undefined || givesOrders(piece.text)) {
        isBroken = true;
        continue;
      }
      const goesOn = piece.goesOn && !isBroken;
      isBroken = false;
      found.push({ ...piece, goesOn, letters, passage, file, at: found.length, reads: reads(piece.text) });
    }
  }
  return { files: files.size, times, found };
};

/** All candidates of some files, in order: each sentence once, and none that gives orders. */
export const candidatesOf = (passages: readonly Passage[]): { candidates: Candidate[]; files: number } => {
  const { files, times, found } = findPieces(passages);
  const seen = new Set<string>();
  const byFile = Array.from({ length: files }, (): { found: Found; candidate: Candidate }[] => []);
  for (const [index, one] of found.entries()) {
    if (seen.has(one.letters)) continue;
    seen.add(one.letters);
    one.reads &&= (times.get(`${one.file} ${one.letters}`) ?? 0) < repeatedTimes;
    const candidate = toCandidate(found, index);
    if (candidate) byFile[one.file]?.push({ found: one, candidate });
  }
  const candidates = byFile.map(best);
  return { candidates: candidates.flat(), files: candidates.filter((list) => list.length > 0).length };
};
