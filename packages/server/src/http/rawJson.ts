/** An answer that is written already; `runHandler` and `sendAnswer` alone look into it. */
export class RawJson {
  /** JSON, or nothing for a caller that has the answer. */
  readonly text: string | undefined;
  constructor(text?: string) {
    this.text = text;
  }
}

/** An answer as PostgreSQL wrote it: it leaves as it is, without being parsed. */
export const written = <T>(text: string): T => new RawJson(text) as unknown as T; // Its text is a T's.

/** No answer, since the caller has the version that the ETag names: see isUnchanged. */
export const unchanged = <T>(): T => new RawJson() as unknown as T; // It has no text.
