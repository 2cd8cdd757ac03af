import { dueAt } from "./backoff.ts";
import type { Job } from "./job.ts";

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
export const runnableAt = (lane: readonly Job[]): number => {
  if (lane.some(({ status }) => status === "running")) return 0;
  return navigator.onLine ? dueAt(lane[0]?.notBefore ?? 0) : Infinity;
};

/** Whether a visible page waits for a job far past its lease: the tab with the lock may be frozen. */
export const isAbandoned = (lane: readonly Job[]): boolean =>
  document.visibilityState === "visible" &&
  lane.some(({ status, leaseUntil = 0 }) => status === "running" && dueAt(leaseUntil) + graceMs < Date.now());
