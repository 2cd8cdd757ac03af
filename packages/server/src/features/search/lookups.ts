import { maxPrice } from "@knowhow/shared";
import type { Fit, SearchFilters } from "./fits.ts";
import type { SearchWord } from "./words.ts";

const lexeme = (text: string): string => `'${text.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`;
const all = (lexemes: readonly string[]): string => `(${lexemes.map(lexeme).join(" & ")})`;
export const some = (queries: readonly string[]): string => `(${queries.join(" | ")})`;

/** Pairs of neighbours of a word; the word itself when it is one character. */
const pairsOf = (word: string): string[] => {
  const letters = [...word];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
};
/** Letters of a word's beginning that the index has in one. */
const maxMarked = 3;
/** A word where one of a title begins (`^`), or also where one of a name does (`>`). */
const markedQuery = (marks: string, word: string): string => {
  const letters = [...word];
  const beginning = letters.slice(0, maxMarked).join("");
  const begins = some([...marks].map((mark) => lexeme(`${mark}${beginning}`)));
  return letters.length > maxMarked ? `${begins} & ${all(pairsOf(word))}` : begins;
};
/** Words of descriptions are looked up by what they begin with; by a single letter too many do. */
const startOf = (word: string): string => `${lexeme(word)}${[...word].length > 1 ? ":*" : ""}`;
/** Descriptions are kept in words of letters and digits: of `abc-123` both parts have to be there. */
const partsOf = (word: string): string[] => {
  const parts = word.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return parts.length > 0 ? parts : [word];
};
/** A word in a description: its parts, by their beginnings. */
export const describedQuery = (word: string): string => partsOf(word).map(startOf).join(" & ");

/** What an index is asked for at once: all of these have to be there. */
export interface Lookup {
  lexemes: readonly string[];
  described: readonly string[];
}
/** Each of the one with each of the other. */
export const combine = (some: readonly Lookup[], others: readonly Lookup[]): Lookup[] =>
  some.flatMap((one) =>
    others.map((other) => ({
      lexemes: [...one.lexemes, ...other.lexemes],
      described: [...one.described, ...other.described],
    })),
  );
/** Asks for nothing: what others are combined with. */
export const nothing: Lookup = { lexemes: [], described: [] };

/** Ways to look a word up in a fit, each without an "or": an index takes many times as long for those. */
export const lookupsOf = (word: SearchWord, fit: Fit): Lookup[] => {
  const { text, alternatives, parts } = word;
  const byLexeme = (query: string): Lookup => ({ lexemes: [query], described: [] });
  const isAnywhere = fit === "letters" || fit === "description" || fit === "any";
  const others = fit === "word" || fit === "title" ? [] : alternatives;
  const marks = fit === "names" || isAnywhere ? "^>" : "^";
  return [
    byLexeme(isAnywhere ? all(pairsOf(text)) : markedQuery(marks, text)),
    ...others.map((other) => byLexeme(markedQuery(marks, other))),
    ...(fit === "description" || fit === "any"
      ? [text, ...others].map((one) => ({ lexemes: [], described: [describedQuery(one)] }))
      : []),
    ...(parts && fit !== "word" && fit !== "title"
      ? parts.map((part) => lookupsOf(part, isAnywhere ? "letters" : fit)).reduce(combine, [nothing])
      : []),
  ];
};
/** Prices are indexed by the number of their bits, means of ratings by their halves. */
const bitsOf = (price: number): number => 32 - Math.clz32(price);
const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** What the index can tell of filters; each has to be met. */
export const filterQueries = ({ category, min, max, free, kind, rating }: SearchFilters): string[] => {
  const anyOf = (mark: string, values: readonly (string | number)[]) =>
    some(values.map((value) => lexeme(`=${mark} ${value}`)));
  const prices = range(bitsOf(min ?? 0), bitsOf(max ?? maxPrice));
  return [
    ...(category === undefined ? [] : [anyOf("c", [category])]),
    ...(kind === undefined ? [] : [anyOf("k", [kind])]),
    ...(free === true ? [anyOf("p", [0])] : []),
    ...((min === undefined && max === undefined) || prices.length === 0 ? [] : [anyOf("p", prices)]),
    ...(rating === undefined ? [] : [anyOf("r", range(Math.floor(rating * 2), 10))]),
  ];
};

/** In SQL: the lexemes of a document, exactly as the index has them. */
export const lexemesOf = (d: string): string =>
  `search_lexemes(${["title", "names", "category", "kinds", "price", "rating_mean"].map((column) => `${d}.${column}`).join(", ")})`;
