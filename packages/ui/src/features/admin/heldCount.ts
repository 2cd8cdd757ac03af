import { useSyncExternalStore } from "react";
import { createLiveValue } from "../../client/liveValue.ts";
import type { Counts } from "./useReports.ts";

/** How much was decided here and may still arrive: whole cases, and reports. */
export interface HeldCount {
  cases: number;
  reports: number;
}

export const noneHeld: HeldCount = { cases: 0, reports: 0 };

const held = createLiveValue(noneHeld);

/** Says how much is held on this page. */
export const setHeldCount = (next: HeldCount): void => {
  const { cases, reports } = held.getSnapshot();
  if (next.cases !== cases || next.reports !== reports) held.set(next);
};

/** How much is held, also where nobody keeps the decisions themselves. */
export const useHeldCount = (): HeldCount => useSyncExternalStore(held.subscribe, held.getSnapshot);

/** The counts without what is held: a case counts as long as its row is shown. All reports stay all, decided or not. */
export const withoutHeld = (
  { pending, processed, all, voices }: Counts,
  { cases, reports }: HeldCount,
): Counts => ({
  all,
  pending: Math.max(pending - cases, 0),
  processed,
  ...(voices === undefined ? {} : { voices: Math.max(voices - reports, 0) }),
});
