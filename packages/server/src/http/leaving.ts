import { AppError } from "@knowhow/shared";
import type { Context } from "koa";

/** A signal that is given when the caller hangs up before the answer is complete. */
export const leavingOf = (ctx: Context): AbortSignal => {
  const controller = new AbortController();
  ctx.res.once("close", () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
};

/** The end of a call whose caller has left: no failure of ours, and not read. */
export const leftEarly = (): AppError => new AppError("VALIDATION", { message: "요청이 취소되었습니다." });
