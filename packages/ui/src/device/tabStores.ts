import type { DeviceStores } from "./device.ts";
import { createTabDraftStore } from "./drafts/store.ts";
import { createTabJobStore } from "./jobs/store.ts";
import { createTabTextStore } from "./texts/store.ts";

/** Keeps a person's texts, jobs and drafts in this tab, for a shell that has no database on the device. */
export const tabStores = {
  openJobStore: createTabJobStore,
  openTextStore: createTabTextStore,
  openDraftStore: createTabDraftStore,
  // Nothing of it is on a disk.
  countSealed: async () => 0,
} satisfies Partial<DeviceStores>;
