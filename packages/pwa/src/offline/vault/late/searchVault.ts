import { nfc, searchWordsOf, type ReadingText } from "@knowhow/shared";
import { maxHits, maxTextLength } from "../textBounds.ts";
import type { Vault } from "../vaultFiles.ts";
import type { VaultFile } from "../vaultRows.ts";

/** Characters that are shown before and after the found words. */
const around = 40;

/** A file in whose text something was found, with the first place. */
export interface FileHit {
  file: VaultFile;
  /** Counted by the file itself; null of a text without pages. */
  page: number | null;
  unit: ReadingText["unit"];
  before: string;
  found: string;
  after: string;
}

/** A text without its spaces, in small letters, and where each of these stands in the text. */
const condense = (text: string): { letters: string; places: number[] } => {
  const places: number[] = [];
  let letters = "";
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (/\s/u.test(letter)) continue;
    const small = letter.toLowerCase();
    letters += small;
    for (let part = 0; part < small.length; part += 1) places.push(at);
  }
  return { letters, places };
};

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/\s+/gu, "");

/** The first place of the words in a page's text, which has all of them. */
const showHit = (page: string, words: readonly string[]): Pick<FileHit, "before" | "found" | "after"> => {
  const text = page.replaceAll(/\s+/gu, " ");
  const { letters, places } = condense(text);
  // Together as they were typed, else the first of them.
  const wanted = [words.join(""), ...words].find((word) => letters.includes(word)) ?? "";
  const at = letters.indexOf(wanted);
  const from = places[at] ?? 0;
  const to = (places[at + wanted.length - 1] ?? from) + 1;
  return {
    before: text.slice(Math.max(0, from - around), from),
    found: text.slice(from, to),
    after: text.slice(to, to + around),
  };
};

/**
 * Searches the text of kept files, of each its first page that has all the words, by the market's rules: spaces aside.
 * One file is decrypted at a time, and nothing of it stays.
 */
export const searchVault = async (vault: Vault, query: string, signal: AbortSignal): Promise<FileHit[]> => {
  const { texts: words, initials } = searchWordsOf(query);
  // In a long text any few initial consonants occur.
  if (words.length === 0 || initials.length > 0) return [];
  const hits: FileHit[] = [];
  for (const file of await vault.list()) {
    if (file.state !== "kept" || file.kind === "file") continue;
    // A part that was changed on the device does not open: of that file nothing is found.
    const { unit, pages } = await vault.readText(file).catch(() => ({ unit: "page", pages: [] }) as const);
    signal.throwIfAborted();
    let length = 0;
    for (const { page, text } of pages) {
      if (length >= maxTextLength) break;
      const searched = nfc(text.slice(0, maxTextLength - length));
      length += text.length;
      const letters = lettersOf(searched);
      if (!words.every((word) => letters.includes(word))) continue;
      hits.push({ file, page: unit === "whole" ? null : page, unit, ...showHit(searched, words) });
      break;
    }
    if (hits.length === maxHits) break;
  }
  return hits;
};
