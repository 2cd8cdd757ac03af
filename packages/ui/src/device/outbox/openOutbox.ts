import { platform } from "../../client/platform.ts";
import { closeDrafts, eraseDrafts, opened as openedDrafts } from "../drafts/opened.ts";
import { createJobEngine, type JobEngine } from "../jobs/engine.ts";
import { actHandlers } from "../jobs/handlers/act.ts";

const opened = new Map<string, JobEngine>();

/** The outbox of a person on this device; the same one each time. */
export const outboxOf = (personId: string): JobEngine => {
  const known = opened.get(personId);
  if (known) return known;
  const outbox = createJobEngine({
    store: platform.openJobStore(personId),
    userId: personId,
    handlers: actHandlers,
  });
  opened.set(personId, outbox);
  return outbox;
};

/** Stops sending on this page, for every person, drafts too; waiting acts stay on the device. */
export const closeOutboxes = (): void => {
  closeDrafts();
  for (const outbox of opened.values()) outbox.close();
  opened.clear();
};

/** Limits retries where the server says both that the person is signed in and that they are not. */
const resumeAgainMs = 10_000;
let resumedAt = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Resumes sending, drafts too, where a session only seemed to have ended and a screen still uses it. */
export const resumeOutbox = (personId: string): void => {
  clearTimeout(timer);
  const resume = () => {
    resumedAt = Date.now();
    for (const one of [opened, openedDrafts]) one.get(personId)?.start()();
  };
  timer = setTimeout(resume, Math.max(0, resumedAt + resumeAgainMs - Date.now()));
};

/** Deletes a person's waiting acts and drafts from this device; none of them is ever sent. */
export const eraseOutbox = async (personId: string): Promise<void> => {
  await eraseDrafts(personId);
  const outbox = outboxOf(personId);
  opened.delete(personId);
  await outbox.erase();
};
