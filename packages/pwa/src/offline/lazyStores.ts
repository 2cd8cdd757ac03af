import type { DraftStore } from "@knowhow/ui/device/drafts/store.ts";
import type { JobStore } from "@knowhow/ui/device/jobs/store.ts";
import type { TextStore } from "@knowhow/ui/device/texts/store.ts";
import type { ResponseCache } from "@knowhow/ui/client/responseCache.ts";
import { loadedLater } from "./loadedLater.ts";

const rowMethods = ["read", "change", "runInLane", "erase"] as const;
const lastingRowMethods = ["onChange", "onPassed", "pass"] as const;

/** Creates a draft store that loads its code on first use. */
export const createLazyDraftStore = (load: () => Promise<DraftStore>): DraftStore =>
  loadedLater(load).methods(
    [
      ...rowMethods,
      ...(["split", "keepFile", "blobOf", "dropFile", "sweep", "room", "persist", "unlessHeld"] as const),
    ],
    [...lastingRowMethods, "hold"],
  );

/** Creates a job store that loads its code on first use. */
export const createLazyJobStore = (load: () => Promise<JobStore>): JobStore =>
  loadedLater(load).methods(rowMethods, lastingRowMethods);

/** Creates a text store that loads its code on first use. */
export const createLazyTextStore = (load: () => Promise<TextStore>): TextStore =>
  loadedLater(load).methods(["read", "keep", "keepMissing"], ["onMore"]);

/** Creates a response cache that loads its code on first use. */
export const createLazyResponseCache = (load: () => Promise<ResponseCache>): ResponseCache =>
  loadedLater(load).methods(["keep", "recall", "forget"]);
