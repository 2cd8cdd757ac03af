import { PDFiumModule } from "@hyzyla/pdfium";
import { ExtractionFailed, NoText } from "../failures.ts";
import type { OpenFile } from "../openFile.ts";
import type { ExtractedPage } from "../types.ts";
import { linesOf, type Line } from "./pdfLines.ts";
import { joinLines } from "./pdfParagraphs.ts";

type Library = Awaited<ReturnType<typeof PDFiumModule>>;

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY. */
const lockedErrors = [4, 5];

/** A file above this size is opened anew from time to time: an open document keeps every picture that it met. */
const largeFile = 32 * 1024 * 1024;
const pagesAtOnce = 8;

/** Reads the file into the library's own memory, so that it stands in memory once. */
const load = (library: Library, file: OpenFile): number => {
  const start = library.wasmExports.malloc(file.size);
  if (start === 0) throw new ExtractionFailed("tooMuchMemory");
  file.fill(library.HEAPU8.subarray(start, start + file.size), 0);
  return start;
};

const openDocument = (library: Library, start: number, size: number): number => {
  const document = library._FPDF_LoadMemDocument(start, size, 0);
  if (document !== 0) return document;
  const error = library._FPDF_GetLastError();
  if (lockedErrors.includes(error)) throw new NoText("encrypted");
  throw new ExtractionFailed("damaged", `pdf error ${error}`);
};

/** A page that can not be read is as good as empty: the others may still be. */
const readPage = (library: Library, document: number, index: number): Line[] => {
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
  const library = await PDFiumModule({});
  library._FPDF_InitLibraryWithConfig({});
  const start = load(library, file);
  let document = openDocument(library, start, file.size);
  const count = library._FPDF_GetPageCount(document);
  if (count <= 0) throw new ExtractionFailed("damaged", "no pages");
  const join = joinLines();
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && index % pagesAtOnce === 0 && file.size > largeFile) {
      library._FPDF_CloseDocument(document);
      document = openDocument(library, start, file.size);
    }
    yield { page: index + 1, text: join(readPage(library, document, index)) };
  }
}
