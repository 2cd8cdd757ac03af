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

/**
 * Tells whether a link of another site was followed, for navigations that change something: browsers that say nothing of
 * sites still name the page that they come from.
 */
export const isCrossSiteLink = (ctx: Context, publicUrl: string | undefined): boolean => {
  if (isCrossSite(ctx, publicUrl)) return true;
  const referer = ctx.get("referer");
  if (referer === "" || ctx.get("sec-fetch-site") !== "") return false;
  return !URL.canParse(referer) || new URL(referer).origin !== originOf(ctx, publicUrl);
};
