import { createTabRowStore, type RowStore } from "../rowStore.ts";
import type { Job, Outcome } from "./job.ts";

/** The store of one person's jobs on the device; tabs tell each other outcomes. */
export type JobStore = RowStore<Job, Outcome>;

/** Keeps them in this tab: they survive a reload, and end with the tab. */
export const createTabJobStore = (userId: string): JobStore => createTabRowStore(`jobs:${userId}`);
