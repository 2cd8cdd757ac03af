import { createTabDraftStore } from "./drafts/store.ts";
import { createTabJobStore } from "./jobs/store.ts";
import { createTabTextStore } from "./texts/store.ts";
import { platform } from "../client/platform.ts";

/** Keeps a person's texts, jobs and drafts in this tab, for a shell that has no database on the device. */
export const keepInTab = (): void => {
  platform.openJobStore = createTabJobStore;
  platform.openTextStore = createTabTextStore;
  platform.openDraftStore = createTabDraftStore;
};
