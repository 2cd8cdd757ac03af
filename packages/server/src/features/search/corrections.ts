import { convertHangulToQwerty, convertQwertyToHangul } from "es-hangul";
import type { Reader } from "../../database/reads.ts";
import { findKnown } from "./words.ts";

/** What a word would be that was typed with the keyboard in its other language. */
const retypedOf = (word: string): string | undefined => {
  if (/^[a-z;']{2,}$/.test(word)) {
    const korean = convertQwertyToHangul(word);
    return /^([가-힣]+|[ㄱ-ㅎ]+)$/u.test(korean) ? korean : undefined;
  }
  const latin = convertHangulToQwerty(word).toLowerCase();
  return /[ㄱ-ㅣ가-힣]/u.test(word) && /^[a-z0-9]{2,}$/.test(latin) ? latin : undefined;
};

/** Candidates for each word. */
const maxCandidates = 3;

/** Known words that are one letter away from a typed one that none begins with; two from a long one. */
const nearStatement = {
  name: "search_near",
  text: /* sql */ `
    select t.word as typed, n.word
    from unnest($1::text[]) t (word)
    cross join lateral (select normalize(t.word, NFD) as jamo) j
    cross join lateral (
      -- A word may be there twice.
      select distinct k.word, levenshtein(k.jamo, j.jamo) as distance, similarity(k.jamo, j.jamo) as likeness
      from search_words k
      where k.jamo % j.jamo and levenshtein(k.jamo, j.jamo) <= case when length(j.jamo) >= 9 then 2 else 1 end
      order by distance, likeness desc, word limit ${maxCandidates}) n
    where not exists (
      -- A pattern that is no constant would have all words read.
      select from search_words k where k.word ~>=~ t.word and k.word ~<~ (t.word || chr(1114111)))
    order by t.word, n.distance, n.likeness desc, n.word`,
};

const findNearWords = async (
  reader: Reader,
  words: readonly string[],
): Promise<ReadonlyMap<string, string[]>> => {
  // Longer ones are in no vocabulary; what the pattern would take otherwise is in none either.
  const typed = words.filter((word) => /^[\p{L}\p{N}]{2,20}$/u.test(word));
  const near = new Map<string, string[]>();
  if (typed.length === 0) return near;
  const { rows } = await reader.query<{ typed: string; word: string }>({ ...nearStatement, values: [typed] });
  for (const row of rows) near.set(row.typed, [...(near.get(row.typed) ?? []), row.word]);
  return near;
};

/** Words as they would be from the other keyboard. Korean may be typed right, so that the Latin word has to be known. */
const retype = async (reader: Reader, words: readonly string[]): Promise<string[]> => {
  const retyped = words.map((word) => retypedOf(word) ?? word);
  const known = await findKnown(
    reader,
    retyped.filter((word, index) => word !== words[index] && /^[a-z0-9]+$/.test(word)),
  );
  return retyped.map((word, index) =>
    /^[a-z0-9]+$/.test(word) && !known.has(word) ? (words[index] ?? word) : word,
  );
};

/**
 * What words may have been meant as, the most probable first: another keyboard, that with a wrong letter, which a key
 * without its shift gives too, and a wrong letter.
 */
export const findCorrections = async (reader: Reader, words: readonly string[]): Promise<string[][]> => {
  const retyped = await retype(reader, words);
  const near = await findNearWords(reader, [...new Set([...retyped, ...words])]);
  const replaced = (some: readonly string[], index: number) =>
    some.map((word) => near.get(word)?.[index] ?? near.get(word)?.[0] ?? word);
  const isChanged = (correction: readonly string[]) =>
    correction.some((word, index) => word !== words[index]);
  const seen = new Set<string>();
  const all = [
    retyped,
    replaced(retyped, 0),
    ...Array.from({ length: maxCandidates }, (_, index) => replaced(words, index)),
  ];
  return all.filter((correction) => {
    const text = correction.join(" ");
    return isChanged(correction) && !seen.has(text) && seen.add(text);
  });
};
