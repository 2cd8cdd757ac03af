import type { ExtractionTrouble } from "./failures.ts";
import type { ExtractedText, TextExtension } from "./types.ts";

/** What the reading program is asked to do with the file that it inherits. */
export interface ReadingJob {
  extension: TextExtension;
  size: number;
  pages: number;
  characters: number;
  /** Processor time, from the start of the job. */
  milliseconds: number;
  memory: number;
}

/** Asks the built-in helper about texts that lie in the file: see assistant/local/task.ts. */
export interface HelperJob extends Pick<ReadingJob, "size" | "milliseconds" | "memory"> {
  helps: true;
}

/** Asks for a page of a PDF as a picture, or, of null, for nothing but how many there are. */
export interface DrawingJob extends Pick<ReadingJob, "size" | "milliseconds" | "memory"> {
  draws: number | null;
  /** Marked as a page of a trial, of which the upper part is shown: 1 for all of it. */
  trial?: { portion: number };
  /** The longer side in pixels, where it is not that of pages to read. */
  side?: number;
}

/** Every job of the reading program. */
export type AnyJob = ReadingJob | HelperJob | DrawingJob;

/** A page of a PDF as a WebP picture, null of one that it does not have, and how many it has. */
export interface Drawing {
  count: number;
  picture: Uint8Array | null;
}

/** What the reading program answers, once. */
export type ExtractionOutcome =
  | { text: ExtractedText }
  | { answer: unknown }
  | { drawing: Drawing }
  | { noText: "empty" | "encrypted" }
  | { failed: ExtractionTrouble; detail?: string };

/**
 * Longest time from the start of a program to its answer, in milliseconds: on a machine that does much else it gets its
 * processor time in small parts, which is no fault of the file.
 */
export const patienceFor = ({ milliseconds }: Pick<ReadingJob, "milliseconds">): number => 2 * milliseconds;

/** The file's place among the inherited descriptors. */
export const fileDescriptor = 3;
