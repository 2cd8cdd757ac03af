import { ExtractionFailed, NoText } from "../failures.ts";
import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage } from "../types.ts";
import type { CompoundFile } from "../../compound.ts";
import { openDocument } from "./compound.ts";
import { sectionText } from "./hwpSection.ts";
import { unlock, unpack } from "./hwpUnpack.ts";

const flagsAt = 36;
const flags = { packed: 1, password: 2, distribution: 4 } as const;

const flagsOf = (compound: CompoundFile): number => {
  const header = compound.stream("FileHeader");
  if (!header || header.length < flagsAt + 4) throw new ExtractionFailed("damaged", "no header");
  return header.readUInt32LE(flagsAt);
};

/** Reads hwp version 5: all sections in order, tables and text boxes after the paragraph they hang on. */
export function* readHwp(file: OpenFile): Generator<ExtractedPage> {
  const compound = openDocument(file);
  const found = flagsOf(compound);
  if (found & flags.password) throw new NoText("encrypted");
  const isDistribution = (found & flags.distribution) !== 0;
  for (let section = 0; ; section += 1) {
    const stored = compound.stream(`${isDistribution ? "ViewText" : "BodyText"}/Section${section}`);
    if (!stored) {
      if (section === 0) throw new ExtractionFailed("damaged", "no sections");
      return;
    }
    const readable = isDistribution ? unlock(stored) : stored;
    yield { page: 1, text: sectionText(found & flags.packed ? unpack(readable) : readable) };
  }
}
