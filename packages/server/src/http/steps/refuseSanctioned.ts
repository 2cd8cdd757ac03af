import { bannedFailure, suspendedFailure } from "../sanctions.ts";
import { stateOf } from "../state.ts";
import type { Route, Step } from "./route.ts";

/** Refuses banned and suspended persons, with the reason or the end of it, unless the call is for them. */
export const refuseSanctioned =
  ({ contract }: Pick<Route, "contract">): Step =>
  async (ctx, next) => {
    const { viewer } = stateOf(ctx);
    if (viewer && contract.access !== "public") {
      if (viewer.isBanned && !contract.whileBanned) throw bannedFailure(viewer.banReason);
      if (viewer.isSuspended && !viewer.isBanned && !contract.whileSuspended)
        throw suspendedFailure(viewer.suspendedUntil);
    }
    await next();
  };
