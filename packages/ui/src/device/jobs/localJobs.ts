import { createMemoryCollection } from "../liveCollection.ts";
import type { Job } from "./job.ts";
import type { JobStore } from "./store.ts";
import { createUnkept } from "./unkept.ts";

const compare = (one: Job, other: Job): number =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);

/** The jobs as this tab knows them: those of the device, and in memory those that it had no room for. */
export const createLocalJobs = (store: JobStore) => {
  const jobs = createMemoryCollection<Job>();
  /** Changes that the device could not take: they count all the same. */
  const unsaved = new Map<string, Job | undefined>();
  const unkept = createUnkept();
  let isForgotten = false;
  /** Changes from then on are not for the device: it may have deleted the job. */
  let isReleased = false;

  const show = (next: readonly Job[]) => {
    if (!isForgotten) jobs.set([...next].sort(compare));
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
  const save = async (
    id: string,
    saving: () => Promise<Job | undefined>,
    inMemory: () => Job | undefined,
  ): Promise<Job | undefined> => {
    if (isReleased) return undefined;
    let job: Job | undefined;
    try {
      job = await saving();
      unsaved.delete(id);
      unkept.delete(id);
    } catch (error) {
      console.warn(error);
      job = inMemory();
      unsaved.set(id, job);
      if (!job) unkept.delete(id);
    }
    showOne(id, job);
    return job;
  };
  /** Writes one to the device, in place of its row there, and shows it then. */
  const put = (job: Job): Promise<Job | undefined> =>
    save(
      job.id,
      async () => {
        await store.put(job);
        return job;
      },
      () => job,
    );
  /** Changes one, atomically with other tabs; answers the new one, undefined when it is gone. */
  const update = async (id: string, change: (job: Job) => Job | undefined): Promise<Job | undefined> => {
    const known = unsaved.get(id);
    const next = known && change(known);
    // There may be room by now. A job that the device once had, and has no more, was sent or taken back by another tab.
    if (next && unkept.has(id)) return put(next);
    return save(
      id,
      () => store.update(id, known ? () => next : change),
      () => {
        const job = find(id);
        return job && change(job);
      },
    );
  };
  const release = () => {
    isReleased = true;
    unkept.end();
  };
  return {
    jobs,
    /** Keeps a new one; where the device has no room for it, in this page's memory. */
    add: async (job: Job): Promise<void> => {
      unkept.add(job.id);
      await put(job);
    },
    update,
    find,
    /** Whether the device has never taken it. */
    isUnkept: unkept.has,
    /** Tries again to keep jobs that the device had no room for. */
    keepUnkept: async (): Promise<void> => {
      // A job that is being written for the first time is left alone.
      for (const id of unkept.all()) if (unsaved.get(id)) await update(id, (job) => ({ ...job }));
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
    /** Forgets all, for good. */
    forget: () => {
      show([]);
      isForgotten = true;
      release();
    },
    /** Nothing more is read from the device or written to it, and no unkept job holds the page. */
    release,
  };
};
