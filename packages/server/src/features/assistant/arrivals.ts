import { AppError } from "@knowhow/shared";

/** Files that this process receives at once from one user, each up to 500 MB of its disk. */
const maxArrivals = 2;
const retryAfter = 10;

/**
 * Bounds the files that one user sends at once: a third is RATE_LIMITED. There is no limit over all users: unfinished
 * uploads of some must not lock out others. Received bytes are bounded where they are written.
 */
export const createArrivals = () => {
  const people = new Map<string, number>();
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const own = people.get(userId) ?? 0;
    if (own >= maxArrivals) throw new AppError("RATE_LIMITED", { retryAfter });
    people.set(userId, own + 1);
    try {
      return await work();
    } finally {
      const left = (people.get(userId) ?? 1) - 1;
      if (left > 0) people.set(userId, left);
      else people.delete(userId);
    }
  };
};
