import { find, read } from "cfb";
import { ExtractionFailed } from "../failures.ts";
import type { OpenFile } from "../openFile.ts";

/** A compound file (doc, xls, ppt, hwp) in memory. */
export interface Compound {
  /** All of its bytes. */
  bytes: Buffer;
  /** The bytes of a stream, by its path from the root. */
  stream(path: string): Buffer | undefined;
}

const magic = "d0cf11e0a1b11ae1";

/** Opens a compound file; fails with ExtractionFailed when it is none. */
export const openCompound = (file: OpenFile): Compound => {
  if (file.read(0, 8).toString("hex") !== magic) throw new ExtractionFailed("damaged", "no compound file");
  const bytes = file.read(0, file.size);
  const container = read(bytes, { type: "buffer" });
  return {
    bytes,
    stream(path) {
      const content = find(container, `/${path}`)?.content;
      return content && Buffer.from(content);
    },
  };
};
