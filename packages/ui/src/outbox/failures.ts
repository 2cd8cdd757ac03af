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

/** Statuses that say so too, whoever answers; the first may be a session's end. */
const transientStatuses = [401, 408, 429];

/** Whether the server has said no for good, or something before it, or a newer one by a word that is not known here. */
export const isRefusal = (error: unknown): boolean => {
  if (error instanceof AppError)
    return error.status < 500 && error.status !== 408 && !transient.has(error.code);
  if (!(error instanceof HttpError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && !transientStatuses.includes(status);
};

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
