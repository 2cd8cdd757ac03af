import { AppError, personHeader } from "@knowhow/shared";
import { stateOf } from "../state.ts";
import type { Route, Step } from "./route.ts";

/** Refuses visitors, and sessions that must change their password first, unless the call is for them. */
export const requireSession =
  ({ contract }: Pick<Route, "contract">): Step =>
  async (ctx, next) => {
    const { viewer } = stateOf(ctx);
    // Another person has signed in on that browser, which may not know it yet.
    const sender = ctx.get(personHeader);
    if (sender !== "" && sender !== viewer?.id) throw new AppError("LOGIN_REQUIRED");
    if (contract.access !== "public") {
      if (!viewer) throw new AppError("LOGIN_REQUIRED");
      if (viewer.mustChangePassword && !contract.whileMustChangePassword)
        throw new AppError("MUST_CHANGE_PASSWORD");
    }
    await next();
  };
