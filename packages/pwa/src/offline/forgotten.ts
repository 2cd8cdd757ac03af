import { lockedDays } from "@knowhow/shared";
import { noteSessionEnd, personHere, sessionEndOf } from "@knowhow/ui/client/person.ts";
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

/** Looks after that once for each start of the app. */
export const watchForgotten = (): void => {
  setTimeout(() => {
    eraseForgotten().catch((error: unknown) => console.warn(error));
  }, firstMs);
};
