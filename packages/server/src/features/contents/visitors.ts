import type { Context } from "koa";
import type { Deps } from "../../deps.ts";
import { writeOnce } from "../../http/etag.ts";
import { nextPageHeaders, splitPage } from "../../http/paging.ts";
import { stateOf } from "../../http/state.ts";

/** Query strings with few variants are cached; others could name the same request in endless ways. */
const plain = /^(limit=\d{1,2}|peek=1)?$/;

/** The source of an answer: a value that is cached under a key, and the part of it that is shown. */
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

/** Answers visitors: each answer is made and serialised once for as long as its source is cached. */
export const createVisitorAnswers = ({ microCache }: Pick<Deps, "microCache">) => {
  // An answer is dropped with its source.
  const made = new WeakMap<object, Map<string, object>>();
  return <T extends object>(
    ctx: Context,
    { key, value, part = "" }: Source,
    { make, headers = {}, onGiven }: Answering<T>,
  ): T => {
    const parts = made.get(value) ?? new Map<string, object>();
    made.set(value, parts);
    // Each part of a source has one kind of answer: only this caller makes it.
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

interface VisitorPage<R, T> {
  limit: number;
  /** The sort values of a row, all as text. */
  cursorOf: (row: R) => string[];
  make: (page: R[]) => T;
}

/** Answers visitors with the first page of rows that are cached with their source. */
export const createVisitorPages = (deps: Pick<Deps, "microCache">) => {
  const forVisitors = createVisitorAnswers(deps);
  return <R, T extends object>(
    ctx: Context,
    { key, value, rows }: { key: string; value: object; rows: R[] },
    { limit, cursorOf, make }: VisitorPage<R, T>,
  ): T => {
    const { page, next } = splitPage(rows, limit, cursorOf);
    return forVisitors(
      ctx,
      { key, value, part: String(limit) },
      { make: () => make(page), headers: nextPageHeaders(ctx, limit, next) },
    );
  };
};
