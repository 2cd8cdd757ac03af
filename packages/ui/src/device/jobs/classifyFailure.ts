import { AppError } from "@knowhow/shared";
import { ConnectionError, hasCode, HttpError, messageOf } from "../../components/failure.ts";
import type { Job, JobFailure } from "./job.ts";

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

/** A refusal of the request itself: nothing of it was done. */
export const isUntouched = (error: unknown): boolean => endsSession(error) || hasCode(error, "RATE_LIMITED");

/** The failure as an Error; an unknown one counts as no answer. */
export const failureOf = (thrown: unknown): Error =>
  thrown instanceof AppError || thrown instanceof HttpError || thrown instanceof ConnectionError
    ? thrown
    : new ConnectionError(thrown);

/** A failure as a row can hold it. */
export const toFailure = (error: Error): JobFailure => ({
  message: messageOf(error),
  ...(error instanceof AppError ? { code: error.code, details: error.details } : {}),
  ...(error instanceof HttpError && error.said === undefined ? { isGeneric: true } : {}),
});

/** The failure that another tab wrote into a row; undefined while it has not been tried there. */
export const failureIn = ({ lastFailure, status, attempts }: Job): Error | undefined => {
  if (status !== "parked" && attempts === 0) return undefined;
  const { message = "", code, details, isGeneric = false } = lastFailure ?? {};
  if (code !== undefined) return new AppError(code, details);
  return status === "parked"
    ? new HttpError(400, message, isGeneric ? undefined : message)
    : new ConnectionError();
};
