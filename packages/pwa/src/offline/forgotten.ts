import { lockedDays, type CurrentUser } from "@knowhow/shared";
import { pendingSignOut } from "@knowhow/ui/client/leaving.ts";
import { oldestStaleAt } from "@knowhow/ui/client/responseCache.ts";
import { noteSessionEnd, activeUserId, sessionEndOf } from "@knowhow/ui/client/activeUser.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import type { QueryClient } from "@tanstack/react-query";
import { Dexie } from "dexie";
import { eraseDatabase, eraseReading, personsKept, readWriters } from "./database.ts";
import { sealUnsent } from "./sealing.ts";

const lockedMs = lockedDays * 24 * 60 * 60_000;
/** Delay of the next try for rows that could not be deleted or sealed, or were written since. */
const retryMs = 10_000;

/** Deletes the databases of users whose session ended long ago. */
export const eraseForgotten = async (): Promise<void> => {
  for (const personId of await personsKept()) {
    if (personId === activeUserId()) continue;
    const end = sessionEndOf(personId);
    // The end of the session is unknown: it counts from now on.
    if (end === undefined) noteSessionEnd(personId, Date.now());
    else if (Date.now() - end >= lockedMs) {
      await eraseDatabase(personId);
      noteSessionEnd(personId, undefined);
    }
  }
};

const warn = (error: unknown): void => console.warn(error);

/** Whether the server has confirmed the session: neither the device's memory nor a pending sign-out counts. */
const isServerAnswered = (queryClient: QueryClient): boolean =>
  queryClient.getQueryData(meKey) !== undefined &&
  oldestStaleAt() === undefined &&
  pendingSignOut() === undefined;

/** The signed-in user by the server's answer: the device's clock, which may jump, ends no session. */
const readSignedInId = (queryClient: QueryClient): string | null =>
  queryClient.getQueryData<CurrentUser | null>(meKey)?.id ?? null;

/**
 * Deletes the answers kept for all users but the signed-in one, and then seals their unsent rows. Returns whether all
 * of it succeeded and nothing was left to be sealed; a failure for one user does not stop the others.
 */
const lockOthers = async (signedInId: string | null): Promise<boolean> => {
  let isDone = true;
  const persons = await personsKept();
  for (const lock of [eraseReading, sealUnsent])
    for (const personId of persons) {
      // Another tab may have signed a user in whom this tab does not know yet.
      if (personId === signedInId || personId === activeUserId()) continue;
      try {
        if ((await lock(personId)) === false) isDone = false;
      } catch (error) {
        warn(error);
        isDone = false;
      }
    }
  return isDone;
};

/**
 * Deletes kept answers and seals unsent rows of a user, as soon as the server says that their session has ended.
 * Returns a function to stop.
 */
export const watchEndings = (queryClient: QueryClient): (() => void) => {
  let seen: string | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLocking = false;
  let isWritten = false;
  const lookAgain = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      seen = undefined;
      look();
    }, retryMs);
  };
  /** A tab of an earlier release, or one that learns late of a session's end, still writes plain rows. */
  const handleWrite = (parts: object) => {
    if (seen === undefined || readWriters(parts).every((personId) => personId === seen)) return;
    isWritten = true;
    if (!isLocking) lookAgain();
  };
  const look = () => {
    const signedInId = readSignedInId(queryClient);
    if (signedInId === seen || !isServerAnswered(queryClient)) return;
    seen = signedInId;
    isLocking = true;
    isWritten = false;
    void lockOthers(signedInId)
      .catch(warn)
      .then((isDone) => {
        isLocking = false;
        // Rows held by a tab, not sealed yet, or written meanwhile.
        if (isDone !== true || isWritten) lookAgain();
      });
  };
  look();
  const stop = queryClient.getQueryCache().subscribe(look);
  Dexie.on("storagemutated", handleWrite);
  return () => {
    stop();
    Dexie.on.storagemutated.unsubscribe(handleWrite);
    clearTimeout(timer);
  };
};

/**
 * Runs `eraseForgotten` once for each start of the app, and not before the server has said who is signed in: by a wrong
 * clock every session would have ended long ago.
 */
export const watchForgotten = (queryClient: QueryClient): void => {
  const look = () => {
    if (!isServerAnswered(queryClient)) return;
    stop();
    eraseForgotten().catch(warn);
  };
  const stop = queryClient.getQueryCache().subscribe(look);
  look();
};
