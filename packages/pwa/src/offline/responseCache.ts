import type { ResponseCache } from "@knowhow/ui/client/responseCache.ts";
import { databaseOf, holdDatabase } from "./database.ts";

/** Answers not fetched for this long are deleted, in milliseconds. */
const maxAgeMs = 90 * 24 * 60 * 60_000;
/** Enough for a library of thousands with all its answers; beyond that the oldest are deleted. */
const maxAnswers = 20_000;

/** Keeps a user's answers in IndexedDB. */
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

/** Deletes answers not fetched for long, and the oldest beyond a number that no library needs. */
export const pruneAnswers = async (personId: string, limit = maxAnswers): Promise<void> => {
  const { answers } = databaseOf(personId);
  await answers
    .where("keptAt")
    .below(Date.now() - maxAgeMs)
    .delete();
  const count = await answers.count();
  if (count > limit)
    await answers
      .orderBy("keptAt")
      .limit(count - limit)
      .delete();
};
