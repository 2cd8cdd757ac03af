import type { Context } from "koa";
import { originOf } from "./state.ts";

/** Tells whether the browser says that another site (or another origin of ours) sent this request. */
export const isCrossSite = (ctx: Context, publicUrl: string | undefined): boolean => {
  const site = ctx.get("sec-fetch-site");
  if (site !== "") return site !== "same-origin" && site !== "none";
  const origin = ctx.get("origin");
  if (origin === "") return false;
  return origin !== originOf(ctx, publicUrl);
};
