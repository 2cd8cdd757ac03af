import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage, PageUnit, TextExtension } from "../types.ts";

interface Reader {
  unit: PageUnit;
  /** Gives the text in pieces, in the file's order; those of one page follow each other. */
  read: (file: OpenFile) => AsyncIterable<ExtractedPage> | Iterable<ExtractedPage>;
}

// Each kind loads its own libraries only.
const plain = async (): Promise<Reader> => ({
  unit: "whole",
  read: (await import("./plain.ts")).readPlain,
});

const readers: Record<TextExtension, () => Promise<Reader>> = {
  pdf: async () => ({ unit: "page", read: (await import("./pdf.ts")).readPdf }),
  txt: plain,
  md: plain,
};

/** The reader of a kind of file. */
export const readerOf = (extension: TextExtension): Promise<Reader> => readers[extension]();
