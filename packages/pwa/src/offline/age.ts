/** An answer kept less than this ago is fresh, in milliseconds. */
const freshMs = 6 * 60 * 60_000;

/** Whether an answer kept at a time need not be fetched again; a time in the future comes from a wrong clock. */
export const isFresh = (keptAt: number, now = Date.now()): boolean => keptAt <= now && keptAt > now - freshMs;
