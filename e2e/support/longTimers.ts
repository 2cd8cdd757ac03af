import type { Page } from "@playwright/test";

/**
 * Keeps timers of a second and longer from ending in pages that are opened afterwards: they ask for nothing by themselves
 * then, and show without delay what news tell them.
 */
export const stopLongTimers = (opened: Pick<Page, "addInitScript">): Promise<unknown> =>
  opened.addInitScript(() => {
    const { setTimeout, setInterval } = globalThis;
    // Never an id of a timer.
    const never = 0;
    const isShort = (ms = 0): boolean => ms < 1_000;
    Object.assign(globalThis, {
      setTimeout: (act: () => void, ms?: number, ...given: []) =>
        isShort(ms) ? setTimeout(act, ms, ...given) : never,
      setInterval: (act: () => void, ms?: number, ...given: []) =>
        isShort(ms) ? setInterval(act, ms, ...given) : never,
    });
  });
