import { readNote, writeNote } from "./notes.ts";

const aheadKey = "knowhow-clock";
/** The clocks of server and device may differ by this much, in milliseconds: answers tell whole seconds, and late. */
const toleranceMs = 30_000;

/** How far the server's clock is ahead of the device's, in milliseconds. */
let aheadMs = Number(readNote(aheadKey) ?? 0) || 0;

/** Takes note of the server's time, as the `Date` of an answer tells it. */
export const noteServerTime = (date: string | null): void => {
  const measured = date === null ? Number.NaN : Date.parse(date) - Date.now();
  if (Number.isNaN(measured) || Math.abs(measured - aheadMs) < toleranceMs) return;
  aheadMs = Math.abs(measured) < toleranceMs ? 0 : measured;
  writeNote(aheadKey, aheadMs === 0 ? null : String(aheadMs));
};

/** The time by the server's clock, to be compared with times of the server: a device's may be days off. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
