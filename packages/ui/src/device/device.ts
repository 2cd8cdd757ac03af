import { createOpenDrafts } from "./drafts/opened.ts";
import type { DraftStore } from "./drafts/store.ts";
import type { JobStore } from "./jobs/store.ts";
import { createOpenOutboxes } from "./outbox/openOutbox.ts";
import { createOpenTexts } from "./texts/texts.ts";
import type { TextStore } from "./texts/store.ts";

/** What a shell keeps people's things in. */
export interface DeviceStores {
  /** The store of a person's jobs that wait for the network. */
  openJobStore: (personId: string) => JobStore;
  /** The store of a person's drafts. */
  openDraftStore: (personId: string) => DraftStore;
  /** The store of a person's typed texts. */
  openTextStore: (personId: string) => TextStore;
  /** Whether an administrator's acts may wait for the network; else they are sent now or not at all. */
  staffWaits: boolean;
  /** How many jobs the device has sealed for a person's next sign-in. */
  countSealed: (personId: string) => Promise<number>;
}

/** What the device keeps of people, as it is in use on this page: outboxes, drafts and texts, each once a person. */
export const createDevice = (stores: DeviceStores) => {
  const drafts = createOpenDrafts();
  const { openJobStore, openDraftStore, openTextStore, countSealed, staffWaits } = stores;
  return {
    drafts,
    openDraftStore,
    countSealed,
    ...createOpenTexts(openTextStore),
    ...createOpenOutboxes({ openJobStore, staffWaits, drafts }),
  };
};

export type Device = ReturnType<typeof createDevice>;
