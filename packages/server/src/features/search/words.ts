import { AppError, isStorable, isVisible, searchWordsOf, stemOf, unstorableValue } from "@knowhow/shared";
import type { Reader } from "../../database/reads.ts";
import type { MicroCache } from "../../http/microCache.ts";

const maxLength = 300;
const maxWords = 20;

/** A word of a search, and other words that find as much as it does: behind what it finds itself. */
export interface SearchWord {
  text: string;
  alternatives: readonly string[];
  /** The words that a compound is made of, which find it too where they stand apart. */
  parts?: readonly SearchWord[];
}

const invalid = (message: string): AppError => new AppError("VALIDATION", { fields: { query: message } });

/** The error for an empty search. */
export const emptySearch = (): AppError => invalid("검색어를 입력해주세요.");

/** Splits a typed search at white space, in the normal form of the searched text. An endless one is 400. */
export const splitSearch = (query: string): string[] => {
  if (!isStorable(query)) throw invalid(unstorableValue);
  const { texts, initials } = searchWordsOf(query);
  const words = [...texts, ...initials];
  if (query.length > maxLength || words.length > maxWords) throw invalid("검색어가 너무 깁니다.");
  return words;
};

/** The words of a search that has to have one: an empty search is 400. */
export const parseSearch = (query: string): string[] => {
  if (isStorable(query) && !isVisible(query)) throw emptySearch();
  return splitSearch(query);
};

type Synonyms = ReadonlyMap<string, readonly string[]>;

const findSynonyms = async (reader: Reader): Promise<Synonyms> => {
  const { rows } = await reader.query<{ words: string[] }>({
    name: "search_synonyms",
    text: "select words from search_synonyms order by id",
  });
  const all = new Map<string, string[]>();
  for (const { words } of rows)
    for (const word of words)
      all.set(word, [...(all.get(word) ?? []), ...words.filter((other) => other !== word)]);
  return all;
};

/** Those of the words that stand in a title, a nickname or a category as they are, or are other words for one. */
export const findKnown = async (reader: Reader, words: readonly string[]): Promise<ReadonlySet<string>> => {
  if (words.length === 0) return new Set();
  const { rows } = await reader.query<{ word: string }>({
    name: "search_known",
    text: "select distinct word from search_words where word = any ($1::text[])",
    values: [words],
  });
  return new Set(rows.map(({ word }) => word));
};

/** Letters of a compound, and of each of its parts at least. */
const [minCompound, maxCompound, minPart] = [4, 12, 2];

const isCompound = (word: string): boolean =>
  /[가-힣]/u.test(word) && word.length >= minCompound && word.length <= maxCompound;

/** What parts of a compound may be: each row of its letters. */
const piecesOf = (word: string): string[] =>
  isCompound(word)
    ? [...word].flatMap((_, from) =>
        Array.from({ length: Math.max(0, word.length - from - minPart + 1) }, (__, more) =>
          word.slice(from, from + minPart + more),
        ).filter((piece) => piece !== word),
      )
    : [];

/** The fewest known words that a compound is made of, of as many the one that begins with the longer word. */
const splitCompound = (word: string, isKnown: (piece: string) => boolean): string[] | undefined => {
  if (!isCompound(word)) return undefined;
  let best: string[] | undefined;
  for (let end = word.length - minPart; end >= minPart; end -= 1) {
    const [head, tail] = [word.slice(0, end), word.slice(end)];
    if (!isKnown(head)) continue;
    const rest = isKnown(tail) ? [tail] : splitCompound(tail, isKnown);
    if (rest && (best === undefined || rest.length + 1 < best.length)) best = [head, ...rest];
  }
  return best;
};

/** Single syllables beside one another, which may be a word that was typed apart. */
const joinSyllables = (words: readonly string[]): string | undefined =>
  words.length > 1 && words.length <= maxCompound && words.every((word) => /^[가-힣]$/u.test(word))
    ? words.join("")
    : undefined;

/**
 * Adds to each word what it is called elsewhere, itself without its particle where that is a word, and its parts where it
 * is a compound of words. Syllables that were typed apart are one word where there is such a word.
 */
export const addAlternatives = async (
  { microCache }: { microCache: Pick<MicroCache, "get"> },
  reader: Reader,
  typed: readonly string[],
): Promise<SearchWord[]> => {
  const joined = joinSyllables(typed);
  const stems = typed.map(stemOf).filter((stem) => stem !== undefined);
  const asked = [
    ...stems,
    ...[...typed, ...stems].flatMap(piecesOf),
    ...(joined === undefined ? [] : [joined]),
  ];
  const [synonyms, known] = await Promise.all([
    microCache.get("synonyms", () => findSynonyms(reader)),
    findKnown(reader, [...new Set(asked)]),
  ]);
  const isKnown = (word: string): boolean => known.has(word) || synonyms.has(word);
  const withOthers = (text: string): SearchWord => {
    const stem = stemOf(text);
    const isStem = stem !== undefined && isKnown(stem);
    const alternatives = [
      ...(synonyms.get(text) ?? []),
      ...(isStem ? [stem, ...(synonyms.get(stem) ?? [])] : []),
    ];
    return { text, alternatives: [...new Set(alternatives)].filter((word) => word !== text) };
  };
  const words = joined !== undefined && isKnown(joined) ? [joined] : typed;
  return words.map((text) => {
    const parts = splitCompound(text, isKnown) ?? splitCompound(stemOf(text) ?? "", isKnown);
    return { ...withOthers(text), ...(parts ? { parts: parts.map(withOthers) } : {}) };
  });
};
