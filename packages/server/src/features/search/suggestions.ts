import { categories, isFound, maxSuggestions, searchWordsOf, type SearchSuggestion } from "@knowhow/shared";
import type { Reader } from "../../database/reads.ts";
import type { Deps } from "../../deps.ts";
import { findHits, findPositions, readHits } from "./find.ts";
import { findPlaces } from "./stages.ts";
import { addAlternatives, splitSearch } from "./words.ts";

/** Suggested mentors and categories at most, each. */
const maxNames = 2;
/** Hits by names that are looked through for mentors. */
const lookedThrough = 20;

/** Words that go on from what was typed of one: also in the middle of a syllable. */
const completionsStatement = {
  name: "search_completions",
  text: /* sql */ `
    select word from search_words
    where jamo collate "C" like normalize($1, NFD) || '%' and word <> $1
    group by word, jamo order by length(jamo), word limit 5`,
};

/** Consonants that stand alone, as a syllable begins with them. */
const asInitial = (letter: string): string => {
  const index = [..."ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"].indexOf(letter);
  return index < 0 ? letter : String.fromCodePoint(0x11_00 + index);
};

const findCompletions = async (reader: Reader, word: string): Promise<string[]> => {
  const { rows } = await reader.query<{ word: string }>({
    ...completionsStatement,
    values: [word.replace(/[ㄱ-ㅎ]$/u, asInitial).replace(/[\\%_]/g, "\\$&")],
  });
  return rows.map(({ word: found }) => found);
};

/** What a search may go on to, while it is typed: categories, mentors, titles. */
export const findSuggestions = async (
  parts: Pick<Deps, "microCache">,
  reader: Reader,
  query: string,
): Promise<SearchSuggestion[]> => {
  const typed = splitSearch(query);
  const last = typed.at(-1);
  if (last === undefined) return [];
  const terms = searchWordsOf(query);
  const words = await addAlternatives(parts, reader, typed);
  const isInitials = terms.initials.includes(last);
  const completions = isInitials ? [] : await findCompletions(reader, last);
  const completed = words.map((word) =>
    word.text === last ? { ...word, alternatives: [...completions, ...word.alternatives] } : word,
  );
  const search = { words: completed, filters: {} };
  const page = { sort: "relevance", after: undefined, limit: maxSuggestions } as const;
  const [positions, named] = await Promise.all([
    findPositions(reader, search, page),
    findPlaces(reader, search, { fit: "names", order: "popular", after: undefined, limit: lookedThrough }),
  ]);
  const found =
    positions.length > 0
      ? positions
      : (await findHits(parts, reader, { ...page, query, filters: {} })).positions;
  const [titles, byNames] = await Promise.all([
    readHits(reader, found),
    readHits(
      reader,
      named.map((place) => ({ fit: "names", place })),
    ),
  ]);
  const mentors = new Map(
    [...byNames, ...titles]
      .filter(({ mentorNickname }) => isFound(terms, [mentorNickname]))
      .map(({ sellerId, mentorNickname }) => [sellerId, mentorNickname]),
  );
  const suggestions: SearchSuggestion[] = [
    ...categories
      .filter(({ label }) => label.split("/").some((word) => isFound(terms, [word])))
      .slice(0, maxNames)
      .map(({ code, label }) => ({ kind: "category" as const, text: label, id: code })),
    ...[...mentors].slice(0, maxNames).map(([id, text]) => ({ kind: "mentor" as const, text, id })),
    ...titles.map(({ id, title }) => ({ kind: "title" as const, text: title, id })),
  ];
  return suggestions.slice(0, maxSuggestions);
};
