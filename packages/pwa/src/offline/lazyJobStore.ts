import type { LiveCollection } from "@knowhow/ui/device/liveCollection.ts";
import type { Job } from "@knowhow/ui/device/jobs/job.ts";
import type { JobStore } from "@knowhow/ui/device/jobs/store.ts";
import { loadedLater } from "./loadedLater.ts";

/** A job store whose code is loaded on first use: the first screen does not wait for it. */
export const createLazyJobStore = (load: () => Promise<JobStore>): JobStore => {
  const { store, soon, later } = loadedLater(load);
  let source: LiveCollection<Job> | undefined;
  return {
    jobs: {
      subscribe: (listener) =>
        later((loaded) => {
          source = loaded.jobs;
          return source.subscribe(listener);
        }),
      getSnapshot: () => source?.getSnapshot() ?? [],
    },
    read: async () => (await store()).read(),
    put: async (job) => (await store()).put(job),
    update: async (...given) => (await store()).update(...given),
    runInLane: async (...given) => (await store()).runInLane(...given),
    erase: async () => (await store()).erase(),
    pass: (outcome) => soon((loaded) => loaded.pass(outcome)),
    onPassed: (listener) => later((loaded) => loaded.onPassed(listener)),
  };
};
