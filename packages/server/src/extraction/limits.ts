import type { TextExtension } from "./types.ts";

const megabyte = 1024 * 1024;

/** What one extraction may use. */
export interface ExtractionLimits {
  /** Time from the start of the reading program to its answer. */
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
  characters: 1_000_000,
};

/** Extractions at once, and how many may wait for their turn. */
export const turns = { running: 2, waiting: 8 } as const;

/** Longest time to fetch the bytes of a stored file. */
export const fetchMilliseconds = 30_000;

/** Plain text is read to here and no further. */
export const plainBytes = 8 * megabyte;

const largest: Partial<Record<TextExtension, number>> = {
  // In memory twice: as read, and in the memory of the PDF library.
  pdf: 150 * megabyte,
};

/** Largest file in bytes that is read; archives and plain text are read in pieces. */
export const largestFile = (extension: TextExtension): number => largest[extension] ?? 500 * megabyte;
