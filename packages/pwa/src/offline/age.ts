/** What was kept less than this ago is fresh enough, in milliseconds. */
const freshMs = 6 * 60 * 60_000;

/** Whether what was kept then need not be read again; a time that has yet to come was told by a wrong clock. */
export const isFresh = (keptAt: number, now = Date.now()): boolean => keptAt <= now && keptAt > now - freshMs;
