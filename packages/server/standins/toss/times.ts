const koreaOffsetMs = 9 * 60 * 60 * 1000;

function koreanWallTime(at: Date): string {
  return new Date(at.getTime() + koreaOffsetMs).toISOString();
}

/** `2026-11-21T14:06:00+09:00`, the form of every time in a Payment. */
export function koreanTime(at: Date): string {
  return `${koreanWallTime(at).slice(0, 19)}+09:00`;
}

/** `2026-11-21T14:06:00.123000`: Korean time without an offset, the form of a payment webhook's `createdAt`. */
export function koreanLocalTime(at: Date): string {
  return `${koreanWallTime(at).slice(0, 23)}000`;
}

/** `2026-11-21`, the Korean calendar day. */
export function koreanDay(at: Date): string {
  return koreanWallTime(at).slice(0, 10);
}
