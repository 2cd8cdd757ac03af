import { stateOf } from "../state.ts";
import type { Route, Step } from "./route.ts";

/** Records which call of the contract the request is: log and figures name refused ones too. */
export const recordCall =
  ({ contract }: Pick<Route, "contract">): Step =>
  async (ctx, next) => {
    stateOf(ctx).call = contract;
    await next();
  };
