/** A part of a text: a paragraph, a list, or a table. */
export type Block =
  | string
  | { list: readonly string[] }
  | { head: readonly string[]; rows: readonly (readonly string[])[] };

/** One titled part of a text; its id is part of the address after "#". */
export interface Chapter {
  id: string;
  title: string;
  blocks: readonly Block[];
}

/** A text that users agree to, or that the law requires. */
export interface Paper {
  title: string;
  intro: string;
  /** The day from which it is in force: `2025-08-04`. */
  effectiveFrom: string;
  chapters: readonly Chapter[];
}
