import { randomUUID } from "node:crypto";
import type { Context, Middleware } from "koa";
import type { Logger } from "pino";
import { callOf } from "./calls.ts";
import { stateOf } from "./state.ts";

/** The path as logs may have it: some end with typed text, or a payment's key. */
export const loggedPath = (ctx: Context): string =>
  ctx.path.replace(/^(\/api\/(?:check-[a-z-]+|contents\/search)|\/standin)\/.*/i, "$1/…");

/** Gives each request an id and writes one line when it is answered. Addresses are logged without their query. */
export const requestLog =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    const started = performance.now();
    const given = ctx.get("x-request-id");
    const requestId = /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    stateOf(ctx).requestId = requestId;
    ctx.set("X-Request-Id", requestId);
    try {
      await next();
    } finally {
      const { viewer } = stateOf(ctx);
      log.info(
        {
          requestId,
          method: ctx.method,
          call: callOf(ctx),
          path: loggedPath(ctx),
          status: ctx.status,
          ms: Math.round(performance.now() - started),
          ...(viewer ? { userId: viewer.id } : {}),
        },
        "request",
      );
    }
  };
