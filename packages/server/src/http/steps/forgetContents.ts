import type { Route, Step } from "./route.ts";

/** Drops the answers that are kept for a moment, after a call that changed what they show. */
export const forgetContents =
  ({ contract, microCache }: Pick<Route, "contract" | "microCache">): Step =>
  async (_ctx, next) => {
    await next();
    if (contract.changesContents) await microCache.forget();
  };
