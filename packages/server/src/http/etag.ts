import type { Context } from "koa";

/**
 * Tells whether the caller already has the version that the answer's ETag names. Koa's own check gives up on
 * `Cache-Control: no-cache`, which fetch adds to every request that sets If-None-Match itself.
 */
export const isUnchanged = (ctx: Context): boolean => {
  if (!ctx.response.has("ETag")) return false;
  const etag = ctx.response.get("ETag").replace(/^W\//, "");
  const known = ctx.get("If-None-Match").split(",");
  return known.some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
};
