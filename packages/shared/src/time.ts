/** Korea keeps one offset all year, so the wall clock of Seoul is UTC shifted by it. */
const seoulOffsetMs = 9 * 60 * 60 * 1_000;

/** The day in Korea at a moment: `2026-11-21`. */
export const seoulDay = (time: Date): string =>
  new Date(time.getTime() + seoulOffsetMs).toISOString().slice(0, 10);
