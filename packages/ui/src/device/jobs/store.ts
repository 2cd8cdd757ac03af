import { dropOwn, keepOwn, readOwn } from "../../client/ownMemory.ts";
import { createMemoryCollection, type LiveCollection } from "../liveCollection.ts";
import type { Job, Outcome } from "./job.ts";
import type { RunInLane } from "./runner.ts";

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
  runInLane: RunInLane;
  /** Passes the outcome of a job on to the other tabs. */
  pass: (outcome: Outcome) => void;
  /** Hears outcomes from other tabs; answers how to stop. */
  onPassed: (listener: (outcome: Outcome) => void) => () => void;
  /** Nothing of the person is left on the device. */
  erase: () => Promise<void>;
}

/** The locks of lanes where no other tab has the same jobs. */
export const createTabLanes = (): RunInLane => {
  const running = new Map<string, Promise<unknown>>();
  return async (lane, work, mode = "free") => {
    const before = running.get(lane);
    if (before && mode === "free") return false;
    const run = before ? before.then(work, work) : work();
    running.set(lane, run);
    try {
      await run;
    } finally {
      if (running.get(lane) === run) running.delete(lane);
    }
    return true;
  };
};

/** Keeps them in this tab: they survive a reload, and end with the tab. */
export const createTabJobStore = (userId: string): JobStore => {
  const name = `jobs:${userId}`;
  // Only ever written below.
  const read = () => ((readOwn(name) ?? []) as Job[]).sort((one, other) => one.createdAt - other.createdAt);
  const jobs = createMemoryCollection(read());
  const keep = (next: Job[]) => {
    keepOwn(name, next);
    jobs.set(read());
  };
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
    runInLane: createTabLanes(),
    pass: () => undefined,
    onPassed: () => () => undefined,
    erase: async () => {
      dropOwn(name);
      jobs.set([]);
    },
  };
};
