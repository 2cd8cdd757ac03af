import { AppError, isUnsafeMethod } from "@knowhow/shared";
import { isCrossSite } from "../crossSite.ts";
import type { Route, Step } from "./route.ts";

/** Refuses what another site has a browser send, where the call may change something. */
export const refuseCrossSite = ({ contract, config }: Pick<Route, "contract" | "config">): Step => {
  const isGuarded = isUnsafeMethod(contract.method) && !contract.crossSite;
  return async (ctx, next) => {
    if (isGuarded && isCrossSite(ctx, config.publicUrl)) throw new AppError("CROSS_SITE");
    await next();
  };
};
