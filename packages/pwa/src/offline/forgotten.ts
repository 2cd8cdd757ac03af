import { lockedDays, type CurrentUser } from "@knowhow/shared";
import { whoLeft } from "@knowhow/ui/client/leaving.ts";
import { shownSince } from "@knowhow/ui/client/mirror.ts";
import { noteSessionEnd, personHere, sessionEndOf } from "@knowhow/ui/client/person.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import type { QueryClient } from "@tanstack/react-query";
import { eraseDatabase, eraseReading, personsKept } from "./database.ts";
import { sealUnsent } from "./sealing.ts";

const lockedMs = lockedDays * 24 * 60 * 60_000;
/** After the server had the time to say who is signed in. */
const firstMs = 15_000;
/** What could not be deleted or sealed, or was written since, is looked at again so soon. */
const againMs = 10_000;

/** Deletes what the device keeps of everybody whose session ended long ago. */
export const eraseForgotten = async (): Promise<void> => {
  for (const personId of await personsKept()) {
    if (personId === personHere()) continue;
    const end = sessionEndOf(personId);
    // Of whom nothing is known: it counts from now on.
    if (end === undefined) noteSessionEnd(personId, Date.now());
    else if (Date.now() - end >= lockedMs) {
      await eraseDatabase(personId);
      noteSessionEnd(personId, undefined);
    }
  }
};

/** Whether the server has said who is here: neither what the device itself remembers nor a sign-out that waits is that. */
const isServerHeard = (queryClient: QueryClient): boolean =>
  queryClient.getQueryData(meKey) !== undefined && shownSince() === undefined && whoLeft() === undefined;

/** Who is here by the word of the server: the clock of the device, which may jump, ends no session. */
const personHeard = (queryClient: QueryClient): string | null =>
  queryClient.getQueryData<CurrentUser | null>(meKey)?.id ?? null;

/**
 * Deletes what everybody has read here who is not here any more, and seals what waits to be sent for them. Answers
 * whether nothing was left to be sealed.
 */
const lockOthers = async (here: string | null): Promise<boolean> => {
  let isDone = true;
  for (const personId of await personsKept()) {
    // Another tab may have signed somebody in of whom this one has not heard.
    if (personId === here || personId === personHere()) continue;
    await eraseReading(personId);
    isDone = (await sealUnsent(personId)) && isDone;
  }
  return isDone;
};

/**
 * Deletes what was read here and seals what was not sent, as soon as the server says that its person's session has
 * ended. Gives the way to stop.
 */
export const watchEndings = (queryClient: QueryClient): (() => void) => {
  let seen: string | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const here = personHeard(queryClient);
    if (here === seen || !isServerHeard(queryClient)) return;
    seen = here;
    clearTimeout(timer);
    const lookAgain = () => {
      timer = setTimeout(() => {
        seen = undefined;
        look();
      }, againMs);
    };
    lockOthers(here).then(
      // A screen that closes by this may write once more, and another tab hears of it later.
      (isDone) => (isDone ? undefined : lookAgain()),
      (error: unknown) => {
        console.warn(error);
        lookAgain();
      },
    );
  };
  look();
  const stop = queryClient.getQueryCache().subscribe(look);
  return () => {
    stop();
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
      if (!isServerHeard(queryClient)) return false;
      stop();
      eraseForgotten().catch((error: unknown) => console.warn(error));
      return true;
    };
    if (eraseOnceKnown()) return;
    stop = queryClient.getQueryCache().subscribe(() => void eraseOnceKnown());
  }, firstMs);
};
