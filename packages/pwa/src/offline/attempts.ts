import { AppError } from "@knowhow/shared";
import { hasCode, HttpError } from "@knowhow/ui/components/failure.ts";

/** So many failures one after the other are no more about what was asked for: the server is left alone. */
const mostInARow = 5;

/** Whether a failure may be about this one thing alone; a missing network or session, and a server that has had enough, are not. */
const isOfOne = (error: unknown): boolean =>
  error instanceof HttpError ||
  (error instanceof AppError && !hasCode(error, "LOGIN_REQUIRED") && !hasCode(error, "RATE_LIMITED"));

/** Reads something, and answers `otherwise` where that one thing can not be had. */
export type Attempt = <T>(read: () => Promise<T>, otherwise: T) => Promise<T>;

/** Lets one round of reading go on after what fails by itself, until too much does. */
export const createAttempts = (): Attempt => {
  let failures = 0;
  return async (read, otherwise) => {
    try {
      const found = await read();
      failures = 0;
      return found;
    } catch (error) {
      failures += 1;
      if (!isOfOne(error) || failures >= mostInARow) throw error;
      console.warn(error);
      return otherwise;
    }
  };
};
