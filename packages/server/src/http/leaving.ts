import { AppError } from "@knowhow/shared";
import type { Context } from "koa";

/** A signal that is given when whoever asked hangs up before the answer is complete. */
export const leavingOf = (ctx: Context): AbortSignal => {
  const controller = new AbortController();
  ctx.res.once("close", () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
};

/** How a call ends that nobody waits for any more: nothing of ours went wrong, and nobody reads it. */
export const leftEarly = (): AppError => new AppError("VALIDATION", { message: "요청이 취소되었습니다." });
