import { readNote, writeNote } from "./notes.ts";

/** On the device: a person signed out here, and the server does not know it yet. */
const key = "knowhow-leaving";
const lockName = "knowhow-leaving";

/** The person whose sign-out the server does not know yet; undefined when it knows of every sign-out. */
export const pendingSignOut = (): string | undefined => readNote(key) ?? undefined;

/** Notes that this person signed out; undefined once the server knows, or another sign-in has followed. */
export const setPendingSignOut = (personId: string | undefined): void => writeNote(key, personId ?? null);

let ending: Promise<void> | undefined;

/**
 * Ends the session of a pending sign-out, by one tab at a time, and forgets the person before the sign-out counts as
 * done; fails where the server still can not be told.
 */
export const finishLeaving = (
  endSession: () => Promise<unknown>,
  forgetPerson: () => void,
): Promise<void> => {
  const work = async () => {
    const left = pendingSignOut();
    // Another tab was first, or a sign-in has followed.
    if (left === undefined) return;
    await endSession();
    if (pendingSignOut() !== left) return;
    // The sign-out may have been interrupted before this.
    forgetPerson();
    setPendingSignOut(undefined);
  };
  // Only a secure page has locks.
  ending ??= ("locks" in navigator ? navigator.locks.request(lockName, work) : work()).finally(() => {
    ending = undefined;
  });
  return ending;
};

let signOut: Promise<unknown> | undefined;

/** Notes a sign-out of this tab that is under way; its caller handles the failure. */
export const noteSignOut = (work: Promise<unknown>): void => {
  signOut = work
    .catch(() => undefined)
    .finally(() => {
      signOut = undefined;
    });
};

/** Settles when no sign-out of this tab is under way. */
export const whenLeft = async (): Promise<void> => {
  await signOut;
};
