import type { Waiting } from "./acts.ts";
import { dueAt, wakeAt } from "./times.ts";

/** So many acts are under way at once: a browser has few connections, and a screen needs some too. */
const mostAtOnce = 4;

/** The first of each lane: those behind it wait for it. */
export const firstsOf = (all: readonly Waiting[]): Waiting[] => {
  const firsts = new Map<string, Waiting>();
  for (const row of all) {
    if (row.refusal === undefined && !firsts.has(row.lane)) firsts.set(row.lane, row);
  }
  return [...firsts.values()];
};

/** When the first of these may be tried; undefined where there is none. */
export const soonestOf = (firsts: readonly Waiting[]): number | undefined =>
  firsts.length === 0 ? undefined : Math.min(...firsts.map(({ notBefore }) => dueAt(notBefore)));

const isDue = ({ notBefore }: Waiting): boolean => dueAt(notBefore) <= Date.now();

/** Delivers acts one after the other within a lane; no lane waits for another. */
export const createLanes = (deliver: (row: Waiting) => Promise<void>) => {
  let nudge: () => void = () => undefined;
  return {
    /** There may be more to deliver. */
    nudge: () => nudge(),
    /** Works until nothing is under way nor due; `read` answers what waits, undefined where it is to end. */
    work: async (read: () => Promise<readonly Waiting[] | undefined>): Promise<void> => {
      const running = new Map<string, Promise<void>>();
      /** Where something has gone wrong that is no failure of a delivery: left for the next time. */
      const broken = new Set<string>();
      const begin = (row: Waiting) => {
        const delivery = deliver(row)
          .catch((error: unknown) => {
            console.warn(error);
            broken.add(row.lane);
          })
          .finally(() => running.delete(row.lane));
        running.set(row.lane, delivery);
      };
      for (;;) {
        // Before the reading: what is added during it is not missed.
        const nudged = new Promise<void>((resolve) => (nudge = resolve));
        const rows = await read();
        if (rows === undefined) break;
        const free = firstsOf(rows).filter(({ lane }) => !running.has(lane) && !broken.has(lane));
        free
          .filter(isDue)
          .slice(0, mostAtOnce - running.size)
          .forEach(begin);
        if (running.size === 0) break;
        const soonest = soonestOf(free.filter((row) => !isDue(row)));
        const timer = soonest === undefined ? undefined : wakeAt(soonest, nudge);
        await Promise.race([...running.values(), nudged]);
        clearTimeout(timer);
      }
      await Promise.all(running.values());
    },
  };
};
