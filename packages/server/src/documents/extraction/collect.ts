import { cutText } from "@knowhow/shared";
import { cleanText, isReadable } from "./clean.ts";
import { NoText } from "./failures.ts";
import type { ExtractedPage } from "./types.ts";

interface Bounds {
  pages: number;
  characters: number;
}

/**
 * Gathers what a reader finds, piece by piece, until the bounds are met; pieces of one page follow each other. Fails
 * with NoText when nothing of it can be read.
 */
export const collect = async (
  pieces: AsyncIterable<ExtractedPage> | Iterable<ExtractedPage>,
  bounds: Bounds,
): Promise<{ pages: ExtractedPage[]; isTruncated: boolean }> => {
  const texts = new Map<number, string[]>();
  let left = bounds.characters;
  let isTruncated = false;
  for await (const { page, text } of pieces) {
    if (text.length === 0) continue;
    if (page > bounds.pages || left === 0) {
      isTruncated = true;
      break;
    }
    const kept = texts.get(page) ?? [];
    kept.push(cutText(text, left));
    texts.set(page, kept);
    if (text.length > left) isTruncated = true;
    left -= Math.min(left, text.length);
  }
  const pages = [...texts]
    .map(([page, parts]) => ({ page, text: cleanText(parts.join("")) }))
    .filter(({ text }) => text !== "");
  if (!pages.some(({ text }) => isReadable(text))) throw new NoText("empty");
  return { pages, isTruncated };
};
