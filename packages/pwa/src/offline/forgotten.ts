import { lockedDays, type CurrentUser } from "@knowhow/shared";
import { whoLeft } from "@knowhow/ui/client/leaving.ts";
import { shownSince } from "@knowhow/ui/client/mirror.ts";
import { noteSessionEnd, personHere, sessionEndOf } from "@knowhow/ui/client/person.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import type { QueryClient } from "@tanstack/react-query";
import { eraseDatabase, eraseReading, personsKept } from "./database.ts";

const lockedMs = lockedDays * 24 * 60 * 60_000;
/** After the server had the time to say who is signed in. */
const firstMs = 15_000;

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

/** Deletes what everybody has read here who is not here any more; what waits to be sent stays for them. */
const eraseReadingOfOthers = async (here: string | null): Promise<void> => {
  for (const personId of await personsKept())
    // Another tab may have signed somebody in of whom this one has not heard.
    if (personId !== here && personId !== personHere()) await eraseReading(personId);
};

/** Deletes what was read here as soon as the server says that its person's session has ended. Gives the way to stop. */
export const watchEndings = (queryClient: QueryClient): (() => void) => {
  let seen: string | null | undefined;
  const look = () => {
    const here = personHeard(queryClient);
    if (here === seen || !isServerHeard(queryClient)) return;
    seen = here;
    eraseReadingOfOthers(here).catch((error: unknown) => {
      // Tried again with the next word of the server.
      seen = undefined;
      console.warn(error);
    });
  };
  look();
  return queryClient.getQueryCache().subscribe(look);
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
