import type { Job, Outcome } from "@knowhow/ui/device/jobs/job.ts";
import type { JobStore } from "@knowhow/ui/device/jobs/store.ts";
import { createDeviceRowStore } from "./deviceRows.ts";

/** Keeps a user's jobs in IndexedDB: they survive the tab and the browser, and all tabs see the same. */
export const createDeviceJobStore = (userId: string): JobStore =>
  createDeviceRowStore<Job, Outcome>(userId, ({ jobs }) => jobs, `knowhow:${userId}:jobs`);
