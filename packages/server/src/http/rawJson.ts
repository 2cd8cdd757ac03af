/** What a handler gives instead of an answer that stands already; mount.ts alone looks into it. */
export class RawJson {
  /** JSON, or nothing for a caller who has the answer. */
  readonly text: string | undefined;
  constructor(text?: string) {
    this.text = text;
  }
}

/** An answer as PostgreSQL wrote it down: it leaves as it is, without being read and written anew. */
export const written = <T>(text: string): T => new RawJson(text) as unknown as T; // Its text is a T's.

/** No answer, since the caller has the version that the ETag names: see isUnchanged. */
export const unchanged = <T>(): T => new RawJson() as unknown as T; // Nobody is given it.
