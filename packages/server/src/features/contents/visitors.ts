import type { Context } from "koa";
import type { Deps } from "../../deps.ts";
import { writeOnce } from "../../http/etag.ts";
import { stateOf } from "../../http/state.ts";

/** Addresses that can be told apart in so many ways only; every other is one of endless ways to ask the same. */
const plain = /^(limit=\d{1,2}|peek=1)?$/;

/** What an answer is made from: a value that is kept under a key, and which part of it is shown. */
interface Source {
  key: string;
  value: object;
  part?: string;
}

interface Answering<T> {
  make: () => T;
  headers?: Record<string, string>;
  onGiven?: ((ctx: Context) => void) | undefined;
}

/** Answers visitors: each answer is made and written down once for as long as what it is made from is kept. */
export const createVisitorAnswers = ({ microCache }: Pick<Deps, "microCache">) => {
  // An answer goes with its source.
  const made = new WeakMap<object, Map<string, object>>();
  return <T extends object>(
    ctx: Context,
    { key, value, part = "" }: Source,
    { make, headers = {}, onGiven }: Answering<T>,
  ): T => {
    const parts = made.get(value) ?? new Map<string, object>();
    made.set(value, parts);
    // A part of a source is one kind of answer: its only maker is this caller's.
    const answer = (parts.get(part) as T | undefined) ?? make();
    parts.set(part, answer);
    const { bytes, tag } = writeOnce(answer);
    const all = {
      ...headers,
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "private, no-cache",
      ETag: tag,
    };
    ctx.set(all);
    const { call } = stateOf(ctx);
    if (call && plain.test(ctx.querystring)) {
      microCache.makeReady(
        ctx.url,
        { key, value },
        { call, bytes, headers: all, ...(onGiven ? { onGiven } : {}) },
      );
    }
    return answer;
  };
};
