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

/** Sends nothing more of anybody on this page, drafts neither; what waits stays on the device. */
export const closeOutboxes = (): void => {
  closeDrafts();
  for (const outbox of opened.values()) outbox.close();
  opened.clear();
};

/** A server that says both, that its person is here and that nobody is, is not asked in circles. */
const resumeAgainMs = 10_000;
let resumedAt = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Goes on with what a session halted that seemed to have ended, drafts too, where a screen still wants that. */
export const resumeOutbox = (personId: string): void => {
  clearTimeout(timer);
  const resume = () => {
    resumedAt = Date.now();
    for (const one of [opened, openedDrafts]) one.get(personId)?.start()();
  };
  timer = setTimeout(resume, Math.max(0, resumedAt + resumeAgainMs - Date.now()));
};

/** Deletes what waits for a person on this device, and the drafts; nothing of it is ever sent. */
export const eraseOutbox = async (personId: string): Promise<void> => {
  await eraseDrafts(personId);
  const outbox = outboxOf(personId);
  opened.delete(personId);
  await outbox.erase();
};
