import { AppError } from "@knowhow/shared";
import { ConnectionError, hasCode } from "../client/failure.ts";

/** Refusals that say "not now": what was asked for is as good as before. */
const transient = new Set<AppError["code"]>([
  "IN_PROGRESS",
  "RATE_LIMITED",
  "LOGIN_REQUIRED",
  "MUST_CHANGE_PASSWORD",
  "UPLOAD_BUSY",
  "UPLOAD_OFFSET",
]);

/** Whether the server has said no for good. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.status < 500 && error.status !== 408 && !transient.has(error.code);

/** Nothing more can be sent before the person has signed in again. */
export const endsSession = (error: unknown): boolean =>
  hasCode(error, "LOGIN_REQUIRED") || hasCode(error, "MUST_CHANGE_PASSWORD");

/** No answer in time is no answer. */
export const failureOf = (thrown: unknown): Error =>
  thrown instanceof AppError || thrown instanceof ConnectionError ? thrown : new ConnectionError(thrown);
