import { lockedDays } from "@knowhow/shared";
import { whoLeft } from "@knowhow/ui/client/leaving.ts";
import { shownSince } from "@knowhow/ui/client/mirror.ts";
import { noteSessionEnd, personHere, sessionEndOf } from "@knowhow/ui/client/person.ts";
import { meKey } from "@knowhow/ui/client/session.ts";
import type { QueryClient } from "@tanstack/react-query";
import { eraseDatabase, personsKept } from "./database.ts";

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

/**
 * Looks after that once for each start of the app, and not before the server has said who is signed in: a clock that is
 * wrong says of everybody that they left long ago.
 */
export const watchForgotten = (queryClient: QueryClient): void => {
  setTimeout(() => {
    let stop: () => void = () => undefined;
    const eraseOnceKnown = (): boolean => {
      const isKnown = queryClient.getQueryData(meKey) !== undefined;
      // Neither what the device itself remembers nor a sign-out that waits is an answer of the server.
      if (!isKnown || shownSince() !== undefined || whoLeft() !== undefined) return false;
      stop();
      eraseForgotten().catch((error: unknown) => console.warn(error));
      return true;
    };
    if (eraseOnceKnown()) return;
    stop = queryClient.getQueryCache().subscribe(() => void eraseOnceKnown());
  }, firstMs);
};
