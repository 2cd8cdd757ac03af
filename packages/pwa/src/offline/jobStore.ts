import { openTabChannel } from "@knowhow/ui/client/tabChannel.ts";
import type { Outcome } from "@knowhow/ui/device/jobs/job.ts";
import type { JobStore } from "@knowhow/ui/device/jobs/store.ts";
import { eraseDatabase, holdDatabase } from "./database.ts";
import { createLaneLocks } from "./laneLocks.ts";
import { createLiveCollection } from "./liveCollection.ts";
import { openSealed } from "./sealing.ts";

/** Keeps a user's jobs in IndexedDB: they survive the tab and the browser, and all tabs see the same. */
export const createDeviceJobStore = (userId: string): JobStore => {
  const base = holdDatabase(userId);
  const channel = openTabChannel<Outcome>(`knowhow:${userId}:jobs`);
  const readJobs = async () => base().jobs.orderBy("createdAt").toArray();
  return {
    jobs: createLiveCollection(readJobs),
    read: async () => {
      // Sealed jobs are older, so they go first.
      await openSealed(userId);
      return readJobs();
    },
    put: async (job) => {
      await base().jobs.put(job);
    },
    update: async (id, change) => {
      const db = base();
      const { jobs } = db;
      return db.transaction("rw", jobs, async () => {
        const job = await jobs.get(id);
        const next = job && change(job);
        if (next) await jobs.put(next);
        else if (job) await jobs.delete(id);
        return next;
      });
    },
    runInLane: createLaneLocks(userId),
    pass: channel.post,
    onPassed: channel.listen,
    erase: () => eraseDatabase(userId),
  };
};
