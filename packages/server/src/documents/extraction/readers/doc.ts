import WordExtractor from "word-extractor";
import { NoText } from "../failures.ts";
import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage } from "../types.ts";
import { openCompound } from "./compound.ts";

/** Where the first block of a Word document tells that all of it is encrypted. */
const locked = { at: 0x0b, bit: 1 } as const;

/** Reads doc of Word 97 and later: the text, its text boxes, the notes. */
export async function* readDoc(file: OpenFile): AsyncGenerator<ExtractedPage> {
  const { bytes, stream } = openCompound(file);
  if ((stream("WordDocument")?.[locked.at] ?? 0) & locked.bit) throw new NoText("encrypted");
  const document = await new WordExtractor().extract(bytes);
  const parts = [
    document.getBody(),
    document.getTextboxes({ includeHeadersAndFooters: false }),
    document.getFootnotes(),
    document.getEndnotes(),
  ];
  for (const part of parts) yield { page: 1, text: `${part}\n` };
}
