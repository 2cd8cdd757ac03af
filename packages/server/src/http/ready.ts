import { personHeader } from "@knowhow/shared";
import type { Middleware } from "koa";
import type { Deps } from "../deps.ts";
import { isUnchanged } from "./etag.ts";
import type { Limiter } from "./limits.ts";
import { limitsOf } from "./mount.ts";
import { stateOf } from "./state.ts";

/**
 * Answers visitors with what another visitor was answered within the second, before anything is looked up. Calls are
 * counted, logged and measured as ever; whoever brings a cookie may have a session and goes the whole way,
 * and so does who believes to be somebody.
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
    await limiter.consume(ctx, limitsOf(ready.call, undefined));
    ready.onGiven?.(ctx);
    ctx.set(ready.headers);
    ctx.body = ready.bytes;
    if (isUnchanged(ctx)) ctx.status = 304;
  };
