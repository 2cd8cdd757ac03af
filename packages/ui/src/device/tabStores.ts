import { createTabDraftStore } from "./drafts/store.ts";
import { createTabJobStore } from "./jobs/store.ts";
import { createTabTextStore } from "./texts/store.ts";
import { platform } from "../client/platform.ts";

/** Has what a person writes kept in this tab, for a shell that has no database on the device. */
export const keepInTab = (): void => {
  platform.openJobStore = createTabJobStore;
  platform.openTextStore = createTabTextStore;
  platform.openDraftStore = createTabDraftStore;
};
