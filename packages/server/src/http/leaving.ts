import { AppError } from "@knowhow/shared";
import type { Context } from "koa";
import type { IncomingMessage } from "node:http";

/** A signal that is given when the caller hangs up before the answer is complete. */
export const leavingOf = (ctx: Context): AbortSignal => {
  const controller = new AbortController();
  ctx.res.once("close", () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
};

/** Tells whether a request ended before its body was read: on its way, or whole and still waiting to be read. */
export const hasLeft = ({ destroyed, readableEnded }: IncomingMessage): boolean =>
  destroyed && !readableEnded;

/** The end of a call whose caller has left: no failure of ours, and not read. */
export const leftEarly = (): AppError => new AppError("VALIDATION", { message: "요청이 취소되었습니다." });
