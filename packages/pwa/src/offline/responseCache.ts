import type { ResponseCache } from "@knowhow/ui/client/responseCache.ts";
import { databaseOf, holdDatabase } from "./database.ts";

/** What was not read from the server for so long is let go of, in milliseconds. */
const longestMs = 90 * 24 * 60 * 60_000;
/** A library of thousands with all that belongs to it; beyond that the oldest goes. */
const most = 20_000;

/** Keeps what a person has read in IndexedDB. */
export const createResponseCache = (personId: string): ResponseCache => {
  const base = holdDatabase(personId);
  return {
    keep: async (address, kept) => {
      await base().answers.put({ address, ...kept });
    },
    recall: async (address) => base().answers.get(address),
    forget: async (start) => {
      await base().answers.where("address").startsWith(start).delete();
    },
  };
};

/** Lets go of what nobody has read for long, and of the oldest beyond a number that no library needs. */
export const pruneAnswers = async (personId: string, limit = most): Promise<void> => {
  const { answers } = databaseOf(personId);
  await answers
    .where("keptAt")
    .below(Date.now() - longestMs)
    .delete();
  const count = await answers.count();
  if (count > limit)
    await answers
      .orderBy("keptAt")
      .limit(count - limit)
      .delete();
};
