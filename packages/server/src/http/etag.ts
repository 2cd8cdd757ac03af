import type { Context } from "koa";

/**
 * Tells whether the caller already has the version that the answer's ETag names. Koa's own check gives up on
 * `Cache-Control: no-cache`, which fetch adds to every request that sets If-None-Match itself.
 */
export const isUnchanged = (ctx: Context): boolean => {
  const given = ctx.res.getHeader("ETag");
  if (typeof given !== "string") return false;
  const etag = given.replace(/^W\//, "");
  const known = ctx.get("If-None-Match").split(",");
  return known.some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
};
