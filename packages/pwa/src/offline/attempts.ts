import { AppError } from "@knowhow/shared";
import { hasCode, HttpError } from "@knowhow/ui/components/failure.ts";

/** After this many failures in a row the requests are not at fault: the server is left alone. */
const maxConsecutive = 5;

/** Whether a failure may be of this request alone; a missing network or session and a rate limit are not. */
export const isOfOne = (error: unknown): boolean =>
  error instanceof HttpError ||
  (error instanceof AppError && !hasCode(error, "LOGIN_REQUIRED") && !hasCode(error, "RATE_LIMITED"));

/** Runs a read, and returns `otherwise` where it alone fails. */
export type Attempt = <T>(read: () => Promise<T>, otherwise: T) => Promise<T>;

/** Lets a round of reads go on after single failures, until there are too many in a row. */
export const createAttempts = (): Attempt => {
  let failures = 0;
  return async (read, otherwise) => {
    try {
      const found = await read();
      failures = 0;
      return found;
    } catch (error) {
      failures += 1;
      if (!isOfOne(error) || failures >= maxConsecutive) throw error;
      console.warn(error);
      return otherwise;
    }
  };
};
