import { createLiveValue, useLiveValue } from "../../client/liveValue.ts";
import type { Counts } from "./useReports.ts";

/** How many decisions from here may still arrive: in whole cases, and in reports. */
export interface HeldCount {
  cases: number;
  reports: number;
}

export const noneHeld: HeldCount = { cases: 0, reports: 0 };

const held = createLiveValue(noneHeld);

/** Sets how many are held on this page. */
export const setHeldCount = (next: HeldCount): void => {
  const { cases, reports } = held.getSnapshot();
  if (next.cases !== cases || next.reports !== reports) held.set(next);
};

/** How many are held, also on screens without the decisions themselves. */
export const useHeldCount = (): HeldCount => useLiveValue(held);

/** The counts without held decisions: a case counts while its row is shown; `all` counts decided reports too. */
export const withoutHeld = (
  { pending, processed, all, voices }: Counts,
  { cases, reports }: HeldCount,
): Counts => ({
  all,
  pending: Math.max(pending - cases, 0),
  processed,
  ...(voices === undefined ? {} : { voices: Math.max(voices - reports, 0) }),
});
