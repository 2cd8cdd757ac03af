import WordExtractor from "word-extractor";
import { isLockedDoc } from "../../officeTroubles.ts";
import { NoText } from "../failures.ts";
import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage } from "../types.ts";
import { openDocument } from "./compound.ts";

/** Reads doc of Word 97 and later: the text, its text boxes, the notes. */
export async function* readDoc(file: OpenFile): AsyncGenerator<ExtractedPage> {
  const compound = openDocument(file);
  if (isLockedDoc(compound)) throw new NoText("encrypted");
  const document = await new WordExtractor().extract(compound.bytes);
  const parts = [
    document.getBody(),
    document.getTextboxes({ includeHeadersAndFooters: false }),
    document.getFootnotes(),
    document.getEndnotes(),
  ];
  for (const part of parts) yield { page: 1, text: `${part}\n` };
}
