import { useSyncExternalStore } from "react";
import type { Counts } from "./useReports.ts";

/** How much was decided here and may still arrive: whole cases, and reports. */
export interface HeldCount {
  cases: number;
  reports: number;
}

export const noneHeld: HeldCount = { cases: 0, reports: 0 };

let held = noneHeld;
const listeners = new Set<() => void>();

/** Says how much is held on this page. */
export const setHeldCount = (next: HeldCount): void => {
  if (next.cases === held.cases && next.reports === held.reports) return;
  held = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** How much is held, also where nobody keeps the decisions themselves. */
export const useHeldCount = (): HeldCount => useSyncExternalStore(subscribe, () => held);

/** The counts without what is held: a case counts as long as its row is shown. */
export const withoutHeld = (
  { pending, processed, all, voices }: Counts,
  { cases, reports }: HeldCount,
): Counts => ({
  all: Math.max(all - cases, 0),
  pending: Math.max(pending - cases, 0),
  processed,
  ...(voices === undefined ? {} : { voices: Math.max(voices - reports, 0) }),
});
