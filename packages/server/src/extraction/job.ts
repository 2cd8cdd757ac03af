import type { ExtractionTrouble } from "./failures.ts";
import type { ExtractedText, TextExtension } from "./types.ts";

/** What the reading program is asked to do with the file that it inherits. */
export interface Job {
  extension: TextExtension;
  size: number;
  pages: number;
  characters: number;
  milliseconds: number;
  memory: number;
}

/** What the reading program answers, once. */
export type Outcome =
  | { text: ExtractedText }
  | { noText: "empty" | "encrypted" }
  | { failed: ExtractionTrouble; detail?: string };

/** The file's place among the inherited descriptors. */
export const fileDescriptor = 3;
