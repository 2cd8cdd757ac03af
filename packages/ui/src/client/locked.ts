import { readNote, writeNote } from "./activeUser.ts";

const lockedKey = "knowhow-locked";

// Another page may have seen the session end, and be gone.
let locked = readNote(lockedKey) ?? undefined;
const listeners = new Set<() => void>();

/** Whose session ran out last, while nobody has signed in since: what waits of theirs is kept for them. */
export const lockedPerson = (): string | undefined => locked;

/** Says whose that is; nobody's from a sign-in on. It may be known before anything is on the screen. */
export const noteLocked = (personId: string | undefined): void => {
  if (locked === personId) return;
  locked = personId;
  writeNote(lockedKey, personId ?? null);
  for (const listener of listeners) listener();
};

/** Calls back when that has changed; gives the way to stop. */
export const onLocked = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
