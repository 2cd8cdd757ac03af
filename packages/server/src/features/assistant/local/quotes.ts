import { nfc, type SummarySource } from "@knowhow/shared";
import type { Passage } from "../helper.ts";

/** A shorter text would occur everywhere. */
const minLetters = 8;
const maxSources = 8;

const letters = (text: string): string => nfc(text).replace(/\s+/gu, "");

/** The stretch of a text with these letters, as written there, on one line. */
const stretchOf = (text: string, wanted: string, from: number): string => {
  let seen = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (/\s/u.test(text.charAt(at))) continue;
    if (seen === from) start = at;
    seen += 1;
    if (seen === from + wanted.length) return text.slice(start, at + 1).replace(/\s+/gu, " ");
  }
  return "";
};

/**
 * Finds a model's quotations in the files that it was given. One that is in none is dropped; of the others the file's
 * own words are shown, with their place. Blanks and line ends do not matter.
 */
export const findSources = (quoted: readonly string[], passages: readonly Passage[]): SummarySource[] => {
  const texts = passages.map(({ text }) => nfc(text));
  const bare = texts.map(letters);
  const sources: SummarySource[] = [];
  const seen = new Set<string>();
  for (const wanted of quoted.slice(0, 20).map(letters)) {
    if (wanted.length < minLetters || seen.has(wanted) || sources.length === maxSources) continue;
    seen.add(wanted);
    const index = bare.findIndex((text) => text.includes(wanted));
    const passage = passages[index];
    if (!passage) continue;
    const text = stretchOf(texts[index] ?? "", wanted, bare[index]?.indexOf(wanted) ?? 0);
    sources.push({ text, fileName: passage.fileName, page: passage.page });
  }
  return sources;
};
