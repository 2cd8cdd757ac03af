import { AppError } from "@knowhow/shared";
import { ConnectionError, hasCode, HttpError } from "../client/failure.ts";

/** Refusals that say "not now": what was asked for is as good as before. The last two come to files only. */
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

/** A no to the sending itself: nothing of it was done. */
export const isUntouched = (error: unknown): boolean => endsSession(error) || hasCode(error, "RATE_LIMITED");

/** What a failure was; where nothing came back in time, that is no answer. */
export const failureOf = (thrown: unknown): Error =>
  thrown instanceof AppError || thrown instanceof HttpError || thrown instanceof ConnectionError
    ? thrown
    : new ConnectionError(thrown);
