import type { OpenDrafts } from "../drafts/opened.ts";
import { createJobEngine, type JobEngine } from "../jobs/engine.ts";
import { actHandlers } from "../jobs/handlers/act.ts";
import type { JobStore } from "../jobs/store.ts";

interface Means {
  openJobStore: (personId: string) => JobStore;
  /** Whether an administrator's acts may wait for the network; else they are sent now or not at all. */
  staffWaits: boolean;
  drafts: OpenDrafts;
}

/** Limits retries where the server says both that the person is signed in and that they are not. */
const resumeAgainMs = 10_000;

/** The outboxes in use on this page, by person. */
export const createOpenOutboxes = ({ openJobStore, staffWaits, drafts }: Means) => {
  const opened = new Map<string, JobEngine>();
  let resumedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const outboxOf = (personId: string): JobEngine => {
    const known = opened.get(personId);
    if (known) return known;
    const store = openJobStore(personId);
    const outbox = createJobEngine({ store, userId: personId, handlers: actHandlers, staffWaits });
    opened.set(personId, outbox);
    return outbox;
  };
  return {
    /** The outbox of a person on this device; the same one each time. */
    outboxOf,
    /** Stops sending on this page, for every person, drafts too; waiting acts stay on the device. */
    closeOutboxes: (): void => {
      drafts.close();
      for (const outbox of opened.values()) outbox.close();
      opened.clear();
    },
    /** Resumes sending, drafts too, where a session only seemed to have ended and a screen still uses it. */
    resumeOutbox: (personId: string): void => {
      clearTimeout(timer);
      const resume = () => {
        resumedAt = Date.now();
        for (const one of [opened, drafts]) one.get(personId)?.start()();
      };
      timer = setTimeout(resume, Math.max(0, resumedAt + resumeAgainMs - Date.now()));
    },
    /** Deletes a person's waiting acts and drafts from this device; none of them is ever sent. */
    eraseOutbox: async (personId: string): Promise<void> => {
      await drafts.erase(personId);
      const outbox = outboxOf(personId);
      opened.delete(personId);
      await outbox.erase();
    },
  };
};
