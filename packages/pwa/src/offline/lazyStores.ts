import type { DraftStore } from "@knowhow/ui/device/drafts/store.ts";
import type { JobStore } from "@knowhow/ui/device/jobs/store.ts";
import type { TextStore } from "@knowhow/ui/device/texts/store.ts";
import type { ResponseCache } from "@knowhow/ui/client/responseCache.ts";
import { loadedLater } from "./loadedLater.ts";

/** Creates a draft store that loads its code on first use. */
export const createLazyDraftStore = (load: () => Promise<DraftStore>): DraftStore =>
  loadedLater(load).methods(
    [
      ...(["read", "change", "split", "keepFile", "blobOf", "dropFile", "sweep", "room", "persist"] as const),
      ...(["runInLane", "unlessHeld", "erase"] as const),
    ],
    ["onChange", "hold", "onPassed", "pass"],
  );

/** Creates a job store that loads its code on first use. */
export const createLazyJobStore = (load: () => Promise<JobStore>): JobStore => {
  const { later, methods } = loadedLater(load);
  let source: JobStore["jobs"] | undefined;
  return {
    ...methods(["read", "put", "update", "runInLane", "erase"], ["onPassed", "pass"]),
    jobs: {
      subscribe: (listener) =>
        later((loaded) => {
          source = loaded.jobs;
          return source.subscribe(listener);
        }),
      getSnapshot: () => source?.getSnapshot() ?? [],
    },
  };
};

/** Creates a text store that loads its code on first use. */
export const createLazyTextStore = (load: () => Promise<TextStore>): TextStore =>
  loadedLater(load).methods(["read", "keep", "keepMissing"], ["onMore"]);

/** Creates a response cache that loads its code on first use. */
export const createLazyResponseCache = (load: () => Promise<ResponseCache>): ResponseCache =>
  loadedLater(load).methods(["keep", "recall", "forget"]);
