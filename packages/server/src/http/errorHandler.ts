import { AppError, errors, type ErrorCode } from "@knowhow/shared";
import type { Context, Middleware } from "koa";
import type { Logger } from "pino";
import { failureCode, isDatabaseAway, isDiskFull } from "../database/failure.ts";
import { loggedPath } from "./requestLog.ts";
import { stateOf } from "./state.ts";

/** Turns any thrown value into a failure of the product. */
const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) return new AppError("UNAVAILABLE", { retryAfter: 2 });
  if (isDiskFull(error)) return new AppError("UNAVAILABLE", { retryAfter: 60 });
  return new AppError("INTERNAL");
};

/** Writes a failure as the contract's body. */
export const writeError = (ctx: Context, error: AppError): void => {
  const { fields, retryAfter, extra } = error.details;
  ctx.status = error.status;
  ctx.set("Cache-Control", "no-store");
  if (retryAfter !== undefined) ctx.set("Retry-After", String(Math.max(1, Math.ceil(retryAfter))));
  ctx.body = { message: error.message, code: error.code, ...(fields ? { fields } : {}), ...extra };
};

const byStatus: Partial<Record<number, ErrorCode>> = {
  400: "VALIDATION",
  404: "NOT_FOUND",
  413: "TOO_LARGE",
  415: "UNSUPPORTED_TYPE",
};

/** The one place where failures become answers. */
export const errorHandler =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // http-errors of libraries (a malformed address, say) carry a status below 500.
      const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
      const code = error instanceof AppError ? undefined : byStatus[status];
      const failure = code ? new AppError(code) : toAppError(error);
      if (failure.status >= 500) {
        const place = { requestId: stateOf(ctx).requestId, method: ctx.method, path: loggedPath(ctx) };
        if (failure.code === "INTERNAL") log.error({ err: error, ...place }, errors.INTERNAL.message);
        // Others are away, or we are full: nothing in our code to look for.
        else {
          const { code, cause, message } = failure;
          log.warn({ code, reason: failureCode(error), cause, ...place }, message);
        }
      }
      if (ctx.headerSent) {
        ctx.res.destroy();
        return;
      }
      writeError(ctx, failure);
    }
  };
