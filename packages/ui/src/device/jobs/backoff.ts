import { AppError } from "@knowhow/shared";

/** No job waits longer than this: a later time was written under a wrong clock. */
const maxWaitMs = 24 * 60 * 60_000;

/** When a wait until a time ends, in milliseconds; at once where the time is further away than any wait. */
export const dueAt = (time: number): number => (time > Date.now() + maxWaitMs ? 0 : time);

/**
 * Runs work at a time, after `minMs` at the earliest; clearTimeout stops it. Browsers run a timeout of more than 24.8
 * days at once, so none is that long.
 */
export const wakeAt = (time: number, work: () => void, minMs = 0): ReturnType<typeof setTimeout> =>
  setTimeout(work, Math.max(minMs, dueAt(time) - Date.now()));

const firstDelayMs = 1_000;
const maxDelayMs = 5 * 60_000;

/** How long a failed job waits: from a second on, twice as long each time, five minutes at most. */
export const delayOf = (attempts: number, error: unknown): number => {
  const asked = error instanceof AppError ? (error.details.retryAfter ?? 0) * 1_000 : 0;
  return Math.min(maxWaitMs, Math.max(asked, Math.min(maxDelayMs, firstDelayMs * 2 ** (attempts - 1))));
};
