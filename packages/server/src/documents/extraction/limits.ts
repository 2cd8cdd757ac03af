import type { TextExtension } from "./types.ts";

const megabyte = 1024 * 1024;

/** What one extraction may use. */
export interface ExtractionLimits {
  /** Processor time of the reading program; its answer is waited for longer (job.ts). */
  milliseconds: number;
  /** Resident memory of the reading program in bytes; it is ended above. */
  memory: number;
  /** Pages, slides or sheets that are read. */
  pages: number;
  /** Characters that are read. */
  characters: number;
}

export const defaultLimits: ExtractionLimits = {
  milliseconds: 20_000,
  memory: 512 * megabyte,
  pages: 1_000,
  characters: 2_000_000,
};

/** What the built-in helper may use to think about texts. */
export const helperLimits = { milliseconds: 20_000, memory: 768 * megabyte } as const;

/** What drawing one page may use. */
export const drawingLimits: Pick<ExtractionLimits, "milliseconds" | "memory"> = {
  milliseconds: 20_000,
  memory: 768 * megabyte,
};

/** The longer side of a drawn page in pixels. */
export const maxDrawnSide = 1_600;

/** Extractions at once, and how many may wait for their turn. */
export const turns = { running: 2, waiting: 8 } as const;

/** Longest time to fetch the bytes of a stored file. */
export const fetchMilliseconds = 30_000;

/** Plain text is read to here and no further. */
export const plainBytes = 8 * megabyte;

/** What may come out of an archive: entries of office files are few, and text is never packed tighter than this. */
export const archiveLimits = {
  entries: 20_000,
  bytes: 400 * megabyte,
  ratio: 500,
  ratioFrom: megabyte,
} as const;

/** Longest text of all shared strings of a workbook together; cells of further strings stay empty. */
export const sharedStringCharacters = 20_000_000;

/** Rows of one sheet that are read from the older binary kind, which is read whole. */
export const binarySheetRows = 50_000;

/** Most bytes that a packed section of a hwp document may become. */
export const sectionBytes = 64 * megabyte;

const whole = 500 * megabyte;
/** Read into memory as a whole, some of it twice. */
const inMemory = 100 * megabyte;

const largest: Record<TextExtension, number> = {
  doc: inMemory,
  hwp: inMemory,
  xls: inMemory,
  ppt: inMemory,
  // PDFs, archives and plain text are read only as far as needed.
  pdf: whole,
  docx: whole,
  hwpx: whole,
  xlsx: whole,
  pptx: whole,
  txt: whole,
  md: whole,
};

/** Largest file in bytes that is read. */
export const largestFile = (extension: TextExtension): number => largest[extension];
