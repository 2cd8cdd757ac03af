import { isVisible, nfc } from "./text.ts";

/** What a search means: every text must occur, and every row of initial consonants. */
export interface SearchWords {
  texts: string[];
  initials: string[];
}

const syllableInitials = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
/** Initial consonants as some keyboards send them: the conjoining letters instead of the ones that stand alone. */
const standAlone = (text: string): string =>
  text.replace(/[\u1100-\u1112]/gu, (letter) => syllableInitials[letter.charCodeAt(0) - 0x11_00] ?? letter);

/** Two consonants that a keyboard drew together into one final. */
const clusters: Record<string, string> = {
  ㄳ: "ㄱㅅ", ㄵ: "ㄴㅈ", ㄶ: "ㄴㅎ", ㄺ: "ㄹㄱ", ㄻ: "ㄹㅁ", ㄼ: "ㄹㅂ", ㄽ: "ㄹㅅ", ㄾ: "ㄹㅌ", ㄿ: "ㄹㅍ", ㅀ: "ㄹㅎ", ㅄ: "ㅂㅅ",
}; // oxfmt-ignore

const isInitials = (word: string): boolean => /^[ㄱ-ㅎ]+$/u.test(word);
const apart = (word: string): string =>
  isInitials(word) ? [...word].map((letter) => clusters[letter] ?? letter).join("") : word;

/** Splits a typed search at white space and between words that a stroke parts, in the normal form of searched texts. */
export const searchWordsOf = (query: string): SearchWords => {
  const typed = standAlone(nfc(query))
    .toLowerCase()
    .split(/\s+|(?<=[\p{L}\p{N}])\/(?=[\p{L}\p{N}])/u);
  const words = [...new Set(typed.filter((word) => isVisible(word)).map(apart))];
  return { texts: words.filter((word) => !isInitials(word)), initials: words.filter(isInitials) };
};

/** The form in which a text is searched: the database makes the same of titles and names. */
const normalOf = (text: string): string => nfc(text).toLowerCase().replace(/\s+/gu, "");

const firstSyllable = 0xac_00;
const lastSyllable = 0xd7_a3;
const finals = 588;

/** A syllable becomes its initial consonant; everything else stays. */
const initialsOf = (text: string): string =>
  [...text]
    .map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      const isSyllable = code >= firstSyllable && code <= lastSyllable;
      return isSyllable ? (syllableInitials[Math.floor((code - firstSyllable) / finals)] ?? letter) : letter;
    })
    .join("");

/** Longer ones first, so that each word loses as much as it can. */
const particles =
  /(?:에서는|으로는|에게서|이라는|에서|으로|부터|까지|에게|한테|보다|처럼|하고|이나|이랑|라는|을|를|은|는|이|가|의|에|로|와|과|도|만|랑|나|님)$/u;

/** A word without its particle, where two syllables remain. */
export const stemOf = (word: string): string | undefined => {
  const stem = word.replace(particles, "");
  return stem !== word && /^.*[가-힣a-z0-9]{2}$/u.test(stem) ? stem : undefined;
};

/**
 * Whether a search finds something, by the rules of the market: each word, or what it is without its particle, within one of
 * its names, spaces aside.
 * Initial consonants are looked for in names only; in a long text any few of them occur.
 */
export const isFound = (
  { texts, initials }: SearchWords,
  names: readonly string[],
  longTexts: readonly string[] = [],
): boolean => {
  const lines = names.map(normalOf);
  const firsts = lines.map(initialsOf);
  const all = [...lines, ...longTexts.map(normalOf)];
  return (
    texts.every((word) =>
      [word, stemOf(word) ?? word].some((one) => all.some((line) => line.includes(one))),
    ) && initials.every((word) => firsts.some((line) => line.includes(word)))
  );
};

/** A name from each of its words on: the database writes the same out. */
const startsOf = (name: string): string[] => {
  const text = nfc(name);
  return [...text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) =>
    normalOf(text.slice(index)),
  );
};

/**
 * How well the names of a hit fit, the best as 0, in the order of the market: words begin in its title, the first of these,
 * or in all names; are anywhere in them; are not.
 */
export const fitOf = (words: SearchWords, names: readonly string[]): number => {
  const begin = (some: readonly string[]): boolean => {
    const starts = some.flatMap(startsOf);
    const firsts = starts.map(initialsOf);
    return (
      words.texts.every((word) =>
        [word, stemOf(word) ?? word].some((one) => starts.some((start) => start.startsWith(one))),
      ) && words.initials.every((word) => firsts.some((first) => first.startsWith(word)))
    );
  };
  if (begin(names.slice(0, 1))) return 0;
  if (begin(names)) return 1;
  return isFound(words, names) ? 2 : 3;
};
