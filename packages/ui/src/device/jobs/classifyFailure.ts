import { AppError } from "@knowhow/shared";
import { ConnectionError, hasCode, HttpError } from "../../components/failure.ts";

/** Refusals that mean "not now": the same request may succeed later. The last concerns files only. */
const transient = new Set<AppError["code"]>(["IN_PROGRESS", "MUST_CHANGE_PASSWORD", "UPLOAD_OFFSET"]);
/** Statuses with the same meaning, also from a proxy; the first is a session's end. */
const transientStatuses = [401, 408, 423, 429];

/** Whether the request was refused for good, by the server or by a proxy before it, also with an unknown code. */
export const isRefusal = (error: unknown): boolean =>
  (error instanceof AppError || error instanceof HttpError) &&
  !(error instanceof AppError && transient.has(error.code)) &&
  error.status >= 400 &&
  error.status < 500 &&
  !transientStatuses.includes(error.status);

/** Nothing more can be sent before the next sign-in. */
export const endsSession = (error: unknown): boolean =>
  hasCode(error, "LOGIN_REQUIRED") || hasCode(error, "MUST_CHANGE_PASSWORD");

/** What a failure leads to: the job is retried, it waits for its person, or all jobs pause until the next sign-in. */
export const classifyFailure = (error: unknown): "retry" | "park" | "pause" => {
  if (endsSession(error)) return "pause";
  return isRefusal(error) ? "park" : "retry";
};

/** A refusal of the request itself: nothing of it was done. */
export const isUntouched = (error: unknown): boolean => endsSession(error) || hasCode(error, "RATE_LIMITED");

/** The failure as an Error; an unknown one counts as no answer. */
export const failureOf = (thrown: unknown): Error =>
  thrown instanceof AppError || thrown instanceof HttpError || thrown instanceof ConnectionError
    ? thrown
    : new ConnectionError(thrown);
