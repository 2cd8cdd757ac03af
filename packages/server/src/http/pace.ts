import type { Readable } from "node:stream";

/** How fast a body has to come. */
export interface Pace {
  bytesPerSecond: number;
  /** By how long a sender may fall behind that. */
  graceMs: number;
}

/** Slower than any line on which a file would be sent. */
export const usualPace: Pace = { bytesPerSecond: 64 * 1024, graceMs: 30_000 };

/**
 * Watches a body come in and calls `onLate` once its sender has fallen too far behind. A faster sender catches up, but
 * saves nothing: a body that stands still ends after the grace, however fast its beginning came. Gives a function that
 * ends the watch.
 */
export const watchPace = (
  body: Readable,
  { bytesPerSecond, graceMs }: Pace,
  onLate: () => void,
): (() => void) => {
  let deadline = performance.now() + graceMs;
  const arrive = ({ length }: Buffer) => {
    deadline = Math.min(deadline + (length / bytesPerSecond) * 1_000, performance.now() + graceMs);
  };
  const look = () => {
    const left = deadline - performance.now();
    if (left > 0) {
      timer = setTimeout(look, left);
    } else {
      stop();
      onLate();
    }
  };
  const stop = () => {
    clearTimeout(timer);
    body.off("data", arrive);
  };
  let timer = setTimeout(look, graceMs);
  body.on("data", arrive);
  return stop;
};
