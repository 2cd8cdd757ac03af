/** Nothing in a file can be read as text: it holds none (scanned pages, pictures), or it is locked with a password. */
export class NoText extends Error {
  readonly reason: "empty" | "encrypted";

  constructor(reason: "empty" | "encrypted") {
    super(`no text: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Why no text came out of a file: the bytes are damaged, of another type or made to do harm; the file is larger than
 * its kind can be read; it took too long or too much memory; the program did not start or was ended by others; or too
 * many others are waiting, or the machine lacks what reading needs.
 */
export type ExtractionTrouble = "damaged" | "tooLarge" | "tooLong" | "tooMuchMemory" | "interrupted" | "busy";

/** A file could not be read; `busy` and `interrupted` may be tried again, the others will stay as they are. */
export class ExtractionFailed extends Error {
  readonly reason: ExtractionTrouble;

  constructor(reason: ExtractionTrouble, detail?: string) {
    super(detail === undefined ? `extraction failed: ${reason}` : `extraction failed: ${reason} (${detail})`);
    this.reason = reason;
  }
}
