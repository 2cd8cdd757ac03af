import { personHeader } from "@knowhow/shared";
import type { Context, Middleware } from "koa";
import type { Deps } from "../deps.ts";
import { isUnchanged } from "./etag.ts";
import { limitsOf, type Limiter } from "./limits.ts";
import type { ReadyAnswer } from "./microCache.ts";
import { stateOf } from "./state.ts";

/** Counts and limits the answer of another visitor as this one's. */
export const takeReady = async (ctx: Context, limiter: Limiter, ready: ReadyAnswer): Promise<void> => {
  await limiter.consume(ctx, limitsOf(ready.call, undefined));
  ready.onGiven?.(ctx);
};

/**
 * Answers visitors with another visitor's answer of the same second, before anything is looked up. Calls are counted,
 * logged and measured as ever; a request with a cookie, or in the name of a person, goes the whole way.
 */
export const readyAnswers =
  ({ microCache }: Pick<Deps, "microCache">, limiter: Limiter): Middleware =>
  async (ctx, next) => {
    const isVisitors =
      ctx.method === "GET" && ctx.headers.cookie === undefined && ctx.headers[personHeader] === undefined;
    const ready = isVisitors ? microCache.ready(ctx.url) : undefined;
    if (!ready) {
      await next();
      return;
    }
    stateOf(ctx).call = ready.call;
    await takeReady(ctx, limiter, ready);
    ctx.set(ready.headers);
    ctx.body = ready.bytes;
    if (isUnchanged(ctx)) ctx.status = 304;
  };
