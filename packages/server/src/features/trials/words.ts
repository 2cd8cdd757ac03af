import { nfc, type TrialPart } from "@knowhow/shared";
import type { Trial } from "./queries.ts";

/** Characters before and behind the first word that is found. */
const around = 40;

const fold = (text: string): string => {
  const folded = nfc(text).toLowerCase();
  // Places in the folded text are those in the text itself.
  return folded.length === text.length ? folded : text;
};

/** The words of a search, once each. */
export const wordsOf = (query: string): string[] => [
  ...new Set(fold(nfc(query)).split(/\s+/u).filter(Boolean)),
];

const textOn = ({ texts }: Trial, page: number | undefined): string =>
  texts.find((text) => text.page === (page ?? null))?.text ?? "";

const snippetOf = (text: string, at: number): string => {
  const [from, to] = [Math.max(0, at - around), at + 2 * around];
  const cut = text.slice(from, to).replaceAll(/\s+/gu, " ").trim();
  return `${from > 0 ? "…" : ""}${cut}${to < text.length ? "…" : ""}`;
};

/** Tells of the parts with the greatest number of the words where these stand in them. */
export const markFound = (
  parts: readonly TrialPart[],
  trials: readonly Trial[],
  words: readonly string[],
) => {
  const found = parts.map(({ page }, index) => {
    const trial = trials[index];
    const text = trial ? textOn(trial, page) : "";
    const folded = fold(text);
    const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
    return { count: places.length, text, at: Math.min(...places) };
  });
  const best = Math.max(0, ...found.map(({ count }) => count));
  return parts.map((part, index): TrialPart => {
    const { count, text, at } = found[index] ?? { count: 0, text: "", at: 0 };
    return count > 0 && count === best ? { ...part, found: snippetOf(text, at) } : part;
  });
};
