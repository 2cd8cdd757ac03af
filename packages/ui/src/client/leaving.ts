/** On the device: somebody signed out here, and the server has not heard of it yet. */
const key = "knowhow-leaving";
const lockName = "knowhow-leaving";

/** Who signed out on this device while the server could not be told; undefined when it knows of every sign-out. */
export const pendingSignOut = (): string | undefined => {
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    // A browser that keeps nothing forgets this too.
    return undefined;
  }
};

/** Notes that this person signed out; nobody, once the server knows or somebody has signed in. */
export const setPendingSignOut = (personId: string | undefined): void => {
  try {
    if (personId === undefined) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, personId);
  } catch {
    // As above.
  }
};

let ending: Promise<void> | undefined;

/**
 * Ends the session that was left behind, by one tab at a time, and has the device know of nobody before it says that
 * this is done; fails where the server can still not be told.
 */
export const finishLeaving = (
  endSession: () => Promise<unknown>,
  forgetPerson: () => void,
): Promise<void> => {
  const work = async () => {
    const left = pendingSignOut();
    // Another tab was first, or somebody has signed in.
    if (left === undefined) return;
    await endSession();
    if (pendingSignOut() !== left) return;
    // The sign-out may have been cut off before.
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

/** Notes a sign-out of this tab that is under way; its failure is told by whoever began it. */
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
