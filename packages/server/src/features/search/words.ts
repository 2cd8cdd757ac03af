import { AppError, isStorable, isVisible, searchWordsOf, unstorableValue } from "@knowhow/shared";
import type { Reader } from "../../database/reads.ts";
import type { MicroCache } from "../../http/microCache.ts";

const maxLength = 300;
const maxWords = 20;

/** A word of a search, and other words that find as much as it does: behind what it finds itself. */
export interface SearchWord {
  text: string;
  alternatives: readonly string[];
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

/** Longer ones first, so that each word loses as much as it can. */
const particles =
  /(?:에서는|으로는|에게서|이라는|에서|으로|부터|까지|에게|한테|보다|처럼|하고|이나|이랑|라는|을|를|은|는|이|가|의|에|로|와|과|도|만|랑|나|님)$/u;

/** A word without its particle, where two syllables remain. */
const stemOf = (word: string): string | undefined => {
  const stem = word.replace(particles, "");
  return stem !== word && /^.*[가-힣a-z0-9]{2}$/u.test(stem) ? stem : undefined;
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

/** Those of the words that stand in a title, a nickname or a category as they are. */
const findKnown = async (reader: Reader, words: readonly string[]): Promise<ReadonlySet<string>> => {
  if (words.length === 0) return new Set();
  const { rows } = await reader.query<{ word: string }>({
    name: "search_known",
    text: "select word from search_words where word = any ($1::text[])",
    values: [words],
  });
  return new Set(rows.map(({ word }) => word));
};

/** Adds to each word what it is called elsewhere, and itself without its particle where that is a word. */
export const addAlternatives = async (
  { microCache }: { microCache: Pick<MicroCache, "get"> },
  reader: Reader,
  words: readonly string[],
): Promise<SearchWord[]> => {
  const stems = words.map(stemOf);
  const [synonyms, known] = await Promise.all([
    microCache.get("synonyms", () => findSynonyms(reader)),
    findKnown(
      reader,
      stems.filter((stem) => stem !== undefined),
    ),
  ]);
  return words.map((text, index) => {
    const stem = stems[index];
    const isStem = stem !== undefined && (known.has(stem) || synonyms.has(stem));
    const alternatives = [
      ...(synonyms.get(text) ?? []),
      ...(isStem ? [stem, ...(synonyms.get(stem) ?? [])] : []),
    ];
    return { text, alternatives: [...new Set(alternatives)].filter((word) => word !== text) };
  });
};
