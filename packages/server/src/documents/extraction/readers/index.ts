import { loadLibrary } from "../../loadLibrary.ts";
import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage, PageUnit, TextExtension } from "../types.ts";

interface Reader {
  /** What its page numbers count, where the last one is this. */
  unit: (lastPage: number) => PageUnit;
  /** Gives the text in pieces, in the file's order; those of one page follow each other. */
  read: (file: OpenFile) => AsyncIterable<ExtractedPage> | Iterable<ExtractedPage>;
}

const whole = (): PageUnit => "whole";
const page = (): PageUnit => "page";
const slide = (): PageUnit => "slide";
const sheet = (): PageUnit => "sheet";
/** Few programs write down where pages end. */
const pageIfKnown = (lastPage: number): PageUnit => (lastPage > 1 ? "page" : "whole");

const plain = async (): Promise<Reader> => ({
  unit: whole,
  read: (await import("./plain.ts")).readPlain,
});

// Each kind loads its own libraries only.
const readers: Record<TextExtension, () => Promise<Reader>> = {
  pdf: async () => ({ unit: page, read: (await import("./pdf.ts")).readPdf }),
  doc: async () => ({ unit: whole, read: (await import("./doc.ts")).readDoc }),
  docx: async () => ({ unit: pageIfKnown, read: (await import("./docx.ts")).readDocx }),
  hwp: async () => ({ unit: whole, read: (await import("./hwp.ts")).readHwp }),
  hwpx: async () => ({ unit: whole, read: (await import("./hwpx.ts")).readHwpx }),
  xls: async () => ({ unit: sheet, read: (await import("./xls.ts")).readXls }),
  xlsx: async () => ({ unit: sheet, read: (await import("./xlsx.ts")).readXlsx }),
  ppt: async () => ({ unit: slide, read: (await import("./ppt.ts")).readPpt }),
  pptx: async () => ({ unit: slide, read: (await import("./pptx.ts")).readPptx }),
  txt: plain,
  md: plain,
};

/** The reader of a kind of file. */
export const readerOf = (extension: TextExtension): Promise<Reader> => loadLibrary(readers[extension]);
