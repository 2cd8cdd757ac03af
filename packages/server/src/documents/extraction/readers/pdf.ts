import { ExtractionFailed } from "../failures.ts";
import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage } from "../types.ts";
import { openPdf, type PdfLibrary } from "./pdfDocument.ts";
import { linesOf, type Line } from "./pdfLines.ts";
import { joinLines } from "./pdfParagraphs.ts";

/** A file above this size is reopened from time to time: an open document keeps every picture that it met. */
const largeFile = 32 * 1024 * 1024;
const pagesAtOnce = 8;

/** A page that can not be read is as good as empty: the others may still be. */
const readPage = (library: PdfLibrary, document: number, index: number): Line[] => {
  const page = library._FPDF_LoadPage(document, index);
  if (page === 0) return [];
  const textPage = library._FPDFText_LoadPage(page);
  const lines = textPage === 0 ? [] : linesOf(library, textPage);
  if (textPage !== 0) library._FPDFText_ClosePage(textPage);
  library._FPDF_ClosePage(page);
  return lines;
};

/**
 * Reads pdf page by page. PDFium knows the Korean encodings of fonts that are not embedded, as older programs write
 * them, and opens files that are locked against changes only.
 */
export async function* readPdf(file: OpenFile): AsyncGenerator<ExtractedPage> {
  const { library, open } = await openPdf(file);
  let document = open();
  const count = library._FPDF_GetPageCount(document);
  if (count <= 0) throw new ExtractionFailed("damaged", "no pages");
  const join = joinLines();
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && index % pagesAtOnce === 0 && file.size > largeFile) {
      library._FPDF_CloseDocument(document);
      document = open();
    }
    yield { page: index + 1, text: join(readPage(library, document, index)) };
  }
}
