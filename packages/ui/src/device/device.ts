import { createOpenDrafts } from "./drafts/opened.ts";
import type { DraftStore } from "./drafts/store.ts";
import { createJobEngine } from "./jobs/engine.ts";
import { actHandlers } from "./jobs/handlers/act.ts";
import type { JobStore } from "./jobs/store.ts";
import { createTexts } from "./texts/texts.ts";
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

/** Limits retries where the server says both that the person is signed in and that they are not. */
const resumeAgainMs = 10_000;

/** Things of people in use on this page: the same object for a person each time, until all are closed. */
const createOpened = <T extends { close: () => void }>(create: (personId: string) => T) => {
  const opened = new Map<string, T>();
  return {
    opened,
    of: (personId: string): T => {
      const known = opened.get(personId) ?? create(personId);
      opened.set(personId, known);
      return known;
    },
    close: (): void => {
      for (const one of opened.values()) one.close();
      opened.clear();
    },
  };
};

/** What the device keeps of people, as it is in use on this page: outboxes, drafts and texts, each once a person. */
export const createDevice = (stores: DeviceStores) => {
  const { openJobStore, openDraftStore, openTextStore, countSealed, staffWaits } = stores;
  const drafts = createOpenDrafts();
  const outboxes = createOpened((userId) =>
    createJobEngine({ store: openJobStore(userId), userId, handlers: actHandlers, staffWaits }),
  );
  /** The page is left: keeps the latest typing at once. */
  const leaveTexts = (): void => {
    for (const one of texts.opened.values()) one.leave();
  };
  const texts = createOpened((personId) => {
    // Adding the same listener twice adds it once.
    window.addEventListener("pagehide", leaveTexts);
    document.addEventListener("visibilitychange", leaveTexts);
    return createTexts(openTextStore(personId));
  });
  let resumedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    drafts,
    openDraftStore,
    countSealed,
    /** The unsent texts of a person, read from the device at the first call. */
    textsOf: texts.of,
    leaveTexts,
    /** Forgets all unsent texts on this page; kept ones stay on the device. */
    closeTexts: texts.close,
    /** The outbox of a person on this device. */
    outboxOf: outboxes.of,
    /** Stops sending on this page, for every person, drafts too; waiting acts stay on the device. */
    closeOutboxes: (): void => {
      drafts.close();
      outboxes.close();
    },
    /** Resumes sending, drafts too, where a session only seemed to have ended and a screen still uses it. */
    resumeOutbox: (personId: string): void => {
      clearTimeout(timer);
      const resume = () => {
        resumedAt = Date.now();
        for (const one of [outboxes.opened, drafts]) one.get(personId)?.start()();
      };
      timer = setTimeout(resume, Math.max(0, resumedAt + resumeAgainMs - Date.now()));
    },
    /** Deletes a person's waiting acts and drafts from this device; none of them is ever sent. */
    eraseOutbox: async (personId: string): Promise<void> => {
      await drafts.erase(personId);
      const outbox = outboxes.of(personId);
      outboxes.opened.delete(personId);
      await outbox.erase();
    },
  };
};

export type Device = ReturnType<typeof createDevice>;
