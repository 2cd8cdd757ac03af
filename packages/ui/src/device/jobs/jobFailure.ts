import { AppError } from "@knowhow/shared";
import { ConnectionError, HttpError, messageOf } from "../../components/failure.ts";
import type { Job, JobFailure } from "./job.ts";

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
