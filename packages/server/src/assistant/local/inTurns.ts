import { setImmediate as breathe } from "node:timers/promises";

/** The event loop gets its turn after so many milliseconds. */
const atOnceMs = 5;

/** Goes through a list and lets the rest of the process have its turn now and then; ends with the signal. */
export const inTurns = async <T>(
  list: Iterable<T>,
  signal: AbortSignal,
  each: (one: T, at: number) => void,
): Promise<void> => {
  let since = performance.now();
  let at = 0;
  for (const one of list) {
    each(one, at);
    at += 1;
    if (performance.now() - since < atOnceMs) continue;
    await breathe();
    signal.throwIfAborted();
    since = performance.now();
  }
};
