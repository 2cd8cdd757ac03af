import type { SearchWord } from "./words.ts";

/** What hits must be, beside having the words. */
export interface SearchFilters {
  category?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
  free?: boolean | undefined;
  kind?: string | undefined;
  rating?: number | undefined;
  /** The id of the seller. */
  mentor?: string | undefined;
}

/**
 * How well hits fit: by words of their titles, by beginnings in these that go on across spaces, by other words there, by
 * names, by letters anywhere in them, by their descriptions.
 */
export const fits = ["word", "title", "others", "names", "letters", "description"] as const;
/** One of these, or all of them in one. */
export type Fit = (typeof fits)[number] | "any";

/** A search in the form that statements are made of. */
export interface Search {
  words: readonly SearchWord[];
  filters: SearchFilters;
}

/** Words that are short enough to stand across a space by accident: initial consonants, and one or two syllables. */
export const isShort = (words: readonly SearchWord[]): boolean =>
  words.some(({ text }) => /^[ㄱ-ㅎ]+$/u.test(text) || [...text].length <= 2);

/** The fits that hits of words may have; the others are the same as one of these. */
export const fitsOf = (words: readonly SearchWord[]): Fit[] =>
  fits.filter(
    (fit) =>
      (fit !== "word" || isShort(words)) &&
      (fit !== "others" || words.some(({ alternatives, parts }) => alternatives.length > 0 || parts)),
  );
