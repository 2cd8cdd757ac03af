import { readNote, writeNote } from "./activeUser.ts";
import { createLiveValue } from "./liveValue.ts";

const lockedKey = "knowhow-locked";

// Another page may have seen the session end, and be gone.
const locked = createLiveValue(readNote(lockedKey) ?? undefined);

/** Whose session ran out last, while nobody has signed in since: what waits of theirs is kept for them. */
export const lockedPerson = locked.getSnapshot;

/** Says whose that is; nobody's from a sign-in on. It may be known before anything is on the screen. */
export const noteLocked = (personId: string | undefined): void => {
  if (locked.getSnapshot() === personId) return;
  writeNote(lockedKey, personId ?? null);
  locked.set(personId);
};

/** Calls back when that has changed; gives the way to stop. */
export const onLocked = locked.subscribe;
