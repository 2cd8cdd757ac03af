import { AppError } from "@knowhow/shared";
import { ConnectionError, hasCode, HttpError } from "../../components/failure.ts";

/** Refusals that say "not now": what was asked for is as good as before. The last comes to files only. */
const transient = new Set<AppError["code"]>(["IN_PROGRESS", "MUST_CHANGE_PASSWORD", "UPLOAD_OFFSET"]);
/** Statuses that say so, whoever answers; the first is a session's end. */
const transientStatuses = [401, 408, 423, 429];

/** Whether the server has said no for good, or something before it, or a newer one by a word that is not known here. */
export const isRefusal = (error: unknown): boolean =>
  (error instanceof AppError || error instanceof HttpError) &&
  !(error instanceof AppError && transient.has(error.code)) &&
  error.status >= 400 &&
  error.status < 500 &&
  !transientStatuses.includes(error.status);

/** Nothing more can be sent before the person has signed in again. */
export const endsSession = (error: unknown): boolean =>
  hasCode(error, "LOGIN_REQUIRED") || hasCode(error, "MUST_CHANGE_PASSWORD");

/** What follows of a failure: its job waits for another try, for its person, or nothing runs before the next sign-in. */
export const classifyFailure = (error: unknown): "retry" | "park" | "pause" => {
  if (endsSession(error)) return "pause";
  return isRefusal(error) ? "park" : "retry";
};

/** A no to the sending itself: nothing of it was done. */
export const isUntouched = (error: unknown): boolean => endsSession(error) || hasCode(error, "RATE_LIMITED");

/** What a failure was; where nothing came back in time, that is no answer. */
export const failureOf = (thrown: unknown): Error =>
  thrown instanceof AppError || thrown instanceof HttpError || thrown instanceof ConnectionError
    ? thrown
    : new ConnectionError(thrown);
