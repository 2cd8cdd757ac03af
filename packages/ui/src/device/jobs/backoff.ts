import { AppError } from "@knowhow/shared";

/** Nothing waits longer than this: a time that is further away was written under a clock that was wrong. */
const longestWaitMs = 24 * 60 * 60_000;

/** When something is due that waits until a time, in milliseconds; at once where that is further away than anything waits. */
export const dueAt = (time: number): number => (time > Date.now() + longestWaitMs ? 0 : time);

/**
 * Does something when a time has come, after `leastMs` at the earliest; clearTimeout stops it. A browser that is given
 * more than 24.8 days to wait does not wait at all, so it never is.
 */
export const wakeAt = (time: number, work: () => void, leastMs = 0): ReturnType<typeof setTimeout> =>
  setTimeout(work, Math.max(leastMs, dueAt(time) - Date.now()));

const shortestMs = 1_000;
const longestMs = 5 * 60_000;

/** How long what did not get through waits: from a second on, twice as long each time, five minutes at most. */
export const delayOf = (attempts: number, error: unknown): number => {
  const asked = error instanceof AppError ? (error.details.retryAfter ?? 0) * 1_000 : 0;
  return Math.min(longestWaitMs, Math.max(asked, Math.min(longestMs, shortestMs * 2 ** (attempts - 1))));
};
