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
/** After the server had the time to say who is signed in. */
const firstMs = 15_000;
/** What could not be deleted or sealed, or was written since, is looked at again so soon. */
const retryMs = 10_000;

/** Deletes what the device keeps of everybody whose session ended long ago. */
export const eraseForgotten = async (): Promise<void> => {
  for (const personId of await personsKept()) {
    if (personId === activeUserId()) continue;
    const end = sessionEndOf(personId);
    // Of whom nothing is known: it counts from now on.
    if (end === undefined) noteSessionEnd(personId, Date.now());
    else if (Date.now() - end >= lockedMs) {
      await eraseDatabase(personId);
      noteSessionEnd(personId, undefined);
    }
  }
};

const warn = (error: unknown): void => console.warn(error);

/** Whether the server has named the person: neither what the device itself remembers nor a sign-out that waits is that. */
const isServerAnswered = (queryClient: QueryClient): boolean =>
  queryClient.getQueryData(meKey) !== undefined &&
  oldestStaleAt() === undefined &&
  pendingSignOut() === undefined;

/** The person by the word of the server: the clock of the device, which may jump, ends no session. */
const readSignedInId = (queryClient: QueryClient): string | null =>
  queryClient.getQueryData<CurrentUser | null>(meKey)?.id ?? null;

/**
 * Deletes what everybody but the signed-in person has read on the device, and then seals what waits to be sent for them.
 * Answers whether all of it succeeded and nothing was left to be sealed; nobody is kept from it by somebody else's failure.
 */
const lockOthers = async (signedInId: string | null): Promise<boolean> => {
  let isDone = true;
  const persons = await personsKept();
  const lockEach = async (lock: (personId: string) => Promise<boolean>): Promise<void> => {
    for (const personId of persons) {
      // Another tab may have signed somebody in of whom this one has not heard.
      if (personId === signedInId || personId === activeUserId()) continue;
      try {
        isDone = (await lock(personId)) && isDone;
      } catch (error) {
        warn(error);
        isDone = false;
      }
    }
  };
  await lockEach(async (personId) => {
    await eraseReading(personId);
    return true;
  });
  await lockEach(sealUnsent);
  return isDone;
};

/**
 * Deletes what was read here and seals what was not sent, as soon as the server says that its person's session has
 * ended. Gives the way to stop.
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
  /** A tab of an earlier release, or one that hears late that a session is over, writes as if it were not. */
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
    lockOthers(signedInId)
      .catch((error: unknown) => {
        warn(error);
        return false;
      })
      .then((isDone) => {
        isLocking = false;
        // What is in some tab's hands, could not be sealed now, or was written meanwhile.
        if (!isDone || isWritten) lookAgain();
      })
      .catch(warn);
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
 * Looks after that once for each start of the app, and not before the server has said who is signed in: a clock that is
 * wrong says of everybody that they left long ago.
 */
export const watchForgotten = (queryClient: QueryClient): void => {
  setTimeout(() => {
    let stop: () => void = () => undefined;
    const eraseOnceKnown = (): boolean => {
      if (!isServerAnswered(queryClient)) return false;
      stop();
      eraseForgotten().catch(warn);
      return true;
    };
    if (eraseOnceKnown()) return;
    stop = queryClient.getQueryCache().subscribe(() => void eraseOnceKnown());
  }, firstMs);
};
