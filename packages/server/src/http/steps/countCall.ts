import { limitsOf } from "../limits.ts";
import { stateOf } from "../state.ts";
import type { Route, Step } from "./route.ts";

/** Counts the call under its limits, and refuses it over one of them. */
export const countCall =
  ({ contract, limiter }: Pick<Route, "contract" | "limiter">): Step =>
  async (ctx, next) => {
    await limiter.consume(ctx, limitsOf(contract, stateOf(ctx).viewer));
    await next();
  };
