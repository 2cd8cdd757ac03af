import { createMemoryCollection } from "../liveCollection.ts";
import { guardPage } from "../update/busy.ts";
import type { Job } from "./job.ts";
import type { JobStore } from "./store.ts";

const compare = (one: Job, other: Job): number =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);

/** The jobs as this tab knows them: those of the device, and in memory those that it had no room for. */
export const createLocalJobs = (store: JobStore) => {
  const jobs = createMemoryCollection<Job>();
  /** Changes that the device could not take: they count all the same. */
  const unsaved = new Map<string, Job | undefined>();
  /** Jobs that the device has never taken: they end with this page. */
  const unkept = new Set<string>();
  let releasePage: (() => void) | undefined;
  /** Changes from then on are not for the device: it may have deleted the job. */
  let isReleased = false;

  const show = (next: readonly Job[]) => {
    if (!isReleased) jobs.set([...next].sort(compare));
  };
  const showOne = (id: string, job: Job | undefined) =>
    show([...jobs.getSnapshot().filter((one) => one.id !== id), ...(job ? [job] : [])]);
  /** Shows the device's jobs, with unsaved changes on top. */
  const overlay = (kept: readonly Job[]) =>
    show([
      ...kept.filter(({ id }) => !unsaved.has(id)),
      ...[...unsaved.values()].filter((job) => job !== undefined),
    ]);
  const find = (id: string): Job | undefined => jobs.getSnapshot().find((job) => job.id === id);
  /** While there are unkept jobs, the browser asks before closing the page, and no update reloads it. */
  const guard = () => {
    // Only as long as needed: a page with such a listener does not enter the back-forward cache.
    if (unkept.size > 0 && !isReleased) releasePage ??= guardPage({ isAtRisk: () => true });
    else {
      releasePage?.();
      releasePage = undefined;
    }
  };
  /**
   * Changes one, atomically with other tabs, and shows it then; `known` is the job in this page's memory, where the
   * device does not have it as it is. Answers the new one, undefined when it is gone.
   */
  const update = async (
    id: string,
    change: (job: Job) => Job | undefined,
    known = unsaved.get(id),
  ): Promise<Job | undefined> => {
    if (isReleased) return undefined;
    const next = known && change(known);
    let job = next;
    try {
      // There may be room by now. A job that the device once had, and has no more, was sent or taken back by another tab.
      if (next && unkept.has(id)) await store.put(next);
      else job = await store.update(id, known ? () => next : change);
      unsaved.delete(id);
      unkept.delete(id);
    } catch (error) {
      console.warn(error);
      const shown = known ?? find(id);
      job = shown && change(shown);
      unsaved.set(id, job);
      if (!job) unkept.delete(id);
    }
    guard();
    showOne(id, job);
    return job;
  };
  /** Nothing more is read from the device, written to it or shown, and no unkept job holds the page. */
  const release = () => {
    isReleased = true;
    guard();
  };
  return {
    jobs,
    /** Keeps a new one; where the device has no room for it, in this page's memory. */
    add: async (job: Job): Promise<void> => {
      unkept.add(job.id);
      guard();
      await update(job.id, (one) => one, job);
    },
    update,
    find,
    /** Whether the device has never taken it. */
    isUnkept: (id: string): boolean => unkept.has(id),
    /** Tries again to keep jobs that the device had no room for. */
    keepUnkept: async (): Promise<void> => {
      // A job that is being written for the first time is left alone.
      for (const id of [...unkept]) if (unsaved.get(id)) await update(id, (job) => ({ ...job }));
    },
    /** Removes one; it leaves the screen before the device knows. */
    remove: async (id: string): Promise<void> => {
      unsaved.set(id, undefined);
      unkept.delete(id);
      showOne(id, undefined);
      await update(id, () => undefined);
    },
    /** Reads the device's jobs. */
    reread: async (): Promise<void> => {
      if (isReleased) return;
      overlay(
        await store.read().catch((error: unknown) => {
          // A browser that keeps nothing still sends the jobs in memory.
          console.warn(error);
          return [];
        }),
      );
    },
    /** Shows the device's jobs as the store has just given them. */
    take: () => overlay(store.jobs.getSnapshot()),
    isReleased: () => isReleased,
    release,
    /** The same, and shows none. */
    forget: () => {
      show([]);
      release();
    },
  };
};
