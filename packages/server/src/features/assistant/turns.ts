import { AppError } from "@knowhow/shared";
import { bulkhead, BulkheadRejectedError } from "cockatiel";
import { until } from "./until.ts";

/** Seconds after which a place may be free. */
const retryAfter = 5;

/** Limits the work that runs at once and that waits; more is UNAVAILABLE at once. */
export const createTurns = (running: number, waiting: number) => {
  const places = bulkhead(running, waiting);
  /** Does work in its turn; an aborted caller leaves the queue. */
  return async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    try {
      return await until(places.execute(work, signal), signal);
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? new AppError("UNAVAILABLE", { retryAfter }) : error;
    }
  };
};
