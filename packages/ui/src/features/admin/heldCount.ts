import { createLiveValue, useLiveValue } from "../../client/liveValue.ts";
import type { Counts, ReportListFilter } from "./useReports.ts";

/** How many rows of each list decisions from here will leave nothing of, and how many reports of the first they are about. */
type HeldCount = Record<ReportListFilter | "reports", number>;

/** Held decisions, as the queue and the dashboard's tabs count them. */
export type HeldCounts = Record<"queue" | "tabs", HeldCount>;

const none: HeldCount = { pending: 0, processed: 0, reports: 0 };
/** No held decisions. */
export const noneHeld: HeldCounts = { queue: none, tabs: none };

const held = createLiveValue(noneHeld);

/** Sets how many are held on this page. */
export const setHeldCounts = held.set;

/** How many are held, also on screens without the decisions themselves. */
export const useHeldCounts = (): HeldCounts => useLiveValue(held);

/** The counts without held decisions: a row counts while it is shown; `all` counts decided reports too. */
export const withoutHeld = ({ pending, processed, all, voices }: Counts, gone: HeldCount): Counts => ({
  all,
  pending: Math.max(pending - gone.pending, 0),
  processed: Math.max(processed - gone.processed, 0),
  ...(voices === undefined ? {} : { voices: Math.max(voices - gone.reports, 0) }),
});
