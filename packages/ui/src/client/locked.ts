import { readNote, writeNote } from "./notes.ts";
import { createLiveValue } from "./liveValue.ts";

const lockedKey = "knowhow-locked";

// Another page may have seen the session end, and be closed.
const locked = createLiveValue(readNote(lockedKey) ?? undefined);

/** Person whose session ended last, until the next sign-in: the device keeps their waiting jobs for them. */
export const lockedPerson = locked.getSnapshot;

/** Sets that person; undefined from a sign-in on. It may be called before anything is on the screen. */
export const noteLocked = (personId: string | undefined): void => {
  if (locked.getSnapshot() === personId) return;
  writeNote(lockedKey, personId ?? null);
  locked.set(personId);
};

/** Calls back when that has changed; gives the way to stop. */
export const onLocked = locked.subscribe;
