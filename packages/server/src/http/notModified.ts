import type { Context } from "koa";

/**
 * Tells whether the client already has the version with this tag (`If-None-Match`). Unlike `ctx.fresh` it does not
 * mind a `Cache-Control: no-cache` in the request, which speaks to caches and which `fetch` adds by itself.
 */
export const isKnown = (ctx: Context, etag: string): boolean =>
  ctx
    .get("if-none-match")
    .split(",")
    .some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
