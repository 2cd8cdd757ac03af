import type { Mirror } from "@knowhow/ui/client/mirror.ts";
import { databaseOf } from "./database.ts";

/** Keeps what a person has read in IndexedDB. */
export const createMirror = (personId: string): Mirror => ({
  keep: async (address, kept) => {
    await databaseOf(personId).answers.put({ address, ...kept });
  },
  recall: (address) => databaseOf(personId).answers.get(address),
});
