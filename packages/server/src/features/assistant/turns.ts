import { AppError } from "@knowhow/shared";
import { bulkhead, BulkheadRejectedError } from "cockatiel";
import { until } from "./until.ts";

/** Seconds after which a place may be free. */
const retryAfter = 5;

/** Lets so many pieces of work run at once and so many wait; more are UNAVAILABLE at once. */
export const createTurns = (running: number, waiting: number) => {
  const places = bulkhead(running, waiting);
  /** Does work when its turn has come; whoever leaves meanwhile leaves the queue. */
  return async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    try {
      return await until(places.execute(work, signal), signal);
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? new AppError("UNAVAILABLE", { retryAfter }) : error;
    }
  };
};
