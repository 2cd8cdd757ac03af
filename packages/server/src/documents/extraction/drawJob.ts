import { loadSharp } from "../sharp.ts";
import { ExtractionFailed } from "./failures.ts";
import type { DrawingJob, ExtractionOutcome } from "./job.ts";
import { maxDrawnSide } from "./limits.ts";
import { openFile } from "./openFile.ts";
import { failedOutcome } from "./readJob.ts";
import { drawTrialMark } from "./trialMark.ts";
import { openPdf, type PdfLibrary } from "./readers/pdfDocument.ts";

/** FPDFBitmap_BGRx, which the flag below turns round. */
const bitmapFormat = 3;
const bytesPerPixel = 4;
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER: with the page's annotations, red first. */
const drawingFlags = 0x01 | 0x10;
const white = 0xff_ff_ff_ff;

interface Bitmap {
  width: number;
  height: number;
  pixels: Buffer;
}

/** Sides in pixels, of which the longer one is as long as drawn pages are. */
const sidesOf = (library: PdfLibrary, page: number, side: number): Pick<Bitmap, "width" | "height"> => {
  const sides = [library._FPDF_GetPageWidth(page), library._FPDF_GetPageHeight(page)];
  const scale = side / Math.max(...sides);
  const [width = 0, height = 0] = sides.map((length) => Math.max(1, Math.round(length * scale)));
  if (!(width <= maxDrawnSide && height <= maxDrawnSide)) throw new ExtractionFailed("damaged", "page size");
  return { width, height };
};

/** The program ends after one page: nothing of it needs to be given back. */
const drawPage = (library: PdfLibrary, document: number, index: number, side: number): Bitmap => {
  const page = library._FPDF_LoadPage(document, index);
  if (page === 0) throw new ExtractionFailed("damaged", "page");
  const { width, height } = sidesOf(library, page, side);
  const bitmap = library._FPDFBitmap_CreateEx(width, height, bitmapFormat, 0, width * bytesPerPixel);
  if (bitmap === 0) throw new ExtractionFailed("tooMuchMemory", "bitmap");
  library._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
  library._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawingFlags);
  const start = library._FPDFBitmap_GetBuffer(bitmap);
  return {
    ...{ width, height },
    pixels: Buffer.from(library.HEAPU8.subarray(start, start + width * height * bytesPerPixel)),
  };
};

/** Draws a page of an open PDF and tells what came of it; never fails. */
export const drawJob = async (
  descriptor: number,
  { size, draws, trial, side = maxDrawnSide }: Pick<DrawingJob, "size" | "draws" | "trial" | "side">,
): Promise<ExtractionOutcome> => {
  try {
    const { library, open } = await openPdf(openFile(descriptor, size));
    const document = open();
    const count = library._FPDF_GetPageCount(document);
    if (count <= 0) throw new ExtractionFailed("damaged", "no pages");
    if (draws === null || draws < 1 || draws > count) return { drawing: { count, picture: null } };
    const { width, height, pixels } = drawPage(library, document, draws - 1, side);
    const sharp = await loadSharp();
    const page = sharp(pixels, { raw: { width, height, channels: bytesPerPixel } }).removeAlpha();
    const shownHeight = Math.max(1, Math.floor(height * (trial?.portion ?? 1)));
    const shown = trial
      ? page
          .extract({ left: 0, top: 0, width, height: shownHeight })
          .composite([{ input: Buffer.from(drawTrialMark(width, shownHeight)) }])
      : page;
    const picture = await shown.webp({ quality: 85 }).toBuffer();
    return { drawing: { count, picture } };
  } catch (error) {
    return failedOutcome(error);
  }
};
