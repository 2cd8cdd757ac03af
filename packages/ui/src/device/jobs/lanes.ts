import { without } from "../../client/without.ts";
import { dueAt, wakeAt } from "./backoff.ts";
import type { Job } from "./job.ts";
import type { LocalJobs } from "./localJobs.ts";
import type { JobStore } from "./store.ts";

/** Most lanes at work at once: a browser has few connections, and a screen needs some too. */
const maxConcurrent = 4;
/** A lane whose lock another tab holds is looked at again after this, or after any change. */
const lookAgainMs = 15_000;
/** So long over its lease, a job is taken from the tab that holds the lock and does nothing. */
const graceMs = 30_000;

/** Jobs that are not parked, by lane; each lane in its order. */
export const lanesOf = (jobs: readonly Job[]): Map<string, Job[]> => {
  const lanes = new Map<string, Job[]>();
  for (const job of jobs)
    if (job.status !== "parked") lanes.set(job.lane, [...(lanes.get(job.lane) ?? []), job]);
  return lanes;
};

/** When the first job of a lane may run; at once where a job is marked as running by a tab that may be gone. */
const runnableAt = (lane: readonly Job[]): number => {
  if (lane.some(({ status }) => status === "running")) return 0;
  return navigator.onLine ? dueAt(lane[0]?.notBefore ?? 0) : Infinity;
};

/** Whether a visible page waits for a job far past its lease: the tab with the lock may be frozen. */
const isAbandoned = (lane: readonly Job[]): boolean =>
  document.visibilityState === "visible" &&
  lane.some(({ status, leaseUntil = 0 }) => status === "running" && dueAt(leaseUntil) + graceMs < Date.now());

interface LanesInput {
  store: JobStore;
  local: LocalJobs;
  isOn: () => boolean;
  deliver: (job: Job) => Promise<void>;
}

/**
 * Delivers the jobs of each lane one after the other, under a lock that is held while one of them runs; no lane waits
 * for another.
 */
export const createLanes = ({ store, local, isOn, deliver }: LanesInput) => {
  /** Lanes at work in this tab. */
  const busy = new Set<string>();
  /** When lanes are looked at again whose lock another tab held. */
  const lookAgainAt = new Map<string, number>();
  let changes = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const read = (name: string): readonly Job[] => lanesOf(local.jobs.getSnapshot()).get(name) ?? [];
  const runNext = async (name: string): Promise<void> => {
    // Reads what another tab has done or added.
    await local.reread();
    if (!isOn()) return;
    // Only the tab with the lock runs jobs of the lane: another tab's attempt ended with its lock.
    for (const { id, status } of read(name))
      if (status === "running")
        await local.update(id, (job) =>
          job.status === "running" ? { ...without(job, "leaseUntil"), status: "queued" } : job,
        );
    const [first] = read(name);
    if (first && isOn() && runnableAt([first]) <= Date.now()) await deliver(first);
  };
  const work = async (name: string): Promise<void> => {
    busy.add(name);
    lookAgainAt.delete(name);
    const before = changes;
    let isOurs = false;
    try {
      isOurs = await store.runInLane(name, () => runNext(name), isAbandoned(read(name)));
    } catch (error) {
      console.warn(error);
    }
    busy.delete(name);
    // A change meanwhile may have been the other tab's last one.
    if (!isOurs && changes === before) lookAgainAt.set(name, Date.now() + lookAgainMs);
    schedule();
  };
  /** Begins lanes that are due, and wakes for later ones. */
  const schedule = (): void => {
    clearTimeout(timer);
    if (!isOn()) return;
    let soonest = Infinity;
    for (const [name, jobs] of lanesOf(local.jobs.getSnapshot())) {
      if (busy.has(name)) continue;
      const at = Math.max(runnableAt(jobs), lookAgainAt.get(name) ?? 0);
      if (at > Date.now()) soonest = Math.min(soonest, at);
      else if (busy.size < maxConcurrent) void work(name);
    }
    if (soonest < Infinity) timer = wakeAt(soonest, schedule, 250);
  };
  return {
    /** There may be more to deliver, or a lock may be free. */
    look: () => {
      changes += 1;
      lookAgainAt.clear();
      schedule();
    },
    stop: () => clearTimeout(timer),
  };
};
