import { dropOwn, keepOwn, readOwn } from "../../client/ownMemory.ts";
import { createMemoryCollection, type LiveCollection } from "../liveCollection.ts";
import { toJob, type FormerAct, type Job, type Outcome } from "./job.ts";

/** The store of one person's jobs on the device. */
export interface JobStore {
  /** All of them, in the order they were made, kept up to date across tabs while there are subscribers. */
  jobs: LiveCollection<Job>;
  /** The same, read now. */
  read: () => Promise<Job[]>;
  /** Keeps one, in place of its earlier row. */
  put: (job: Job) => Promise<void>;
  /**
   * Changes one atomically with other tabs, or removes it for `undefined`. Answers the new one; `undefined` also for
   * one that was not there: it may be done or taken back by now.
   */
  update: (id: string, change: (job: Job) => Job | undefined) => Promise<Job | undefined>;
  /**
   * Runs the work under the lock of a lane, unless a tab holds it; true when it ran. Where `isStolen`, it takes the
   * lock from its holder.
   */
  runInLane: (lane: string, work: () => Promise<void>, isStolen?: boolean) => Promise<boolean>;
  /** Passes the outcome of a job on to the other tabs. */
  pass: (outcome: Outcome) => void;
  /** Hears outcomes from other tabs; answers how to stop. */
  onPassed: (listener: (outcome: Outcome) => void) => () => void;
  /** Nothing of the person is left on the device. */
  erase: () => Promise<void>;
}

/** Keeps them in this tab: they survive a reload, and end with the tab. */
export const createTabJobStore = (userId: string): JobStore => {
  // A window of the console may find here what an earlier release kept.
  const name = `outbox:${userId}`;
  // Only ever written below, or by an earlier release.
  const read = () =>
    ((readOwn(name) ?? []) as (Job | FormerAct)[])
      .map((row) => toJob(userId, row))
      .sort((one, other) => one.createdAt - other.createdAt);
  const jobs = createMemoryCollection(read());
  const keep = (next: Job[]) => {
    keepOwn(name, next);
    jobs.set(read());
  };
  const locked = new Set<string>();
  return {
    jobs,
    read: async () => read(),
    put: async (job) => keep([...read().filter(({ id }) => id !== job.id), job]),
    update: async (id, change) => {
      const job = read().find((one) => one.id === id);
      const next = job && change(job);
      if (job) keep(read().flatMap((one) => (one.id === id ? (next ?? []) : one)));
      return next;
    },
    runInLane: async (lane, work) => {
      if (locked.has(lane)) return false;
      locked.add(lane);
      try {
        await work();
      } finally {
        locked.delete(lane);
      }
      return true;
    },
    pass: () => undefined,
    onPassed: () => () => undefined,
    erase: async () => {
      dropOwn(name);
      jobs.set([]);
    },
  };
};
