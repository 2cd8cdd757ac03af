import { AppError } from "@knowhow/shared";
import { stateOf } from "../state.ts";
import type { Route, Step } from "./route.ts";

/** Keeps the calls of administrators to them. */
export const requireAdmin =
  ({ contract }: Pick<Route, "contract">): Step =>
  async (ctx, next) => {
    if (contract.access === "admin" && !stateOf(ctx).viewer?.isAdmin) throw new AppError("ADMIN_ONLY");
    await next();
  };
