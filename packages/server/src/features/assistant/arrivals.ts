import { AppError } from "@knowhow/shared";

/** Files that this process takes in at once of one person, each up to 500 MB of its disk. */
const most = 2;
const retryAfter = 10;

/**
 * Bounds what one person's files keep busy: more than two at once are RATE_LIMITED. There are no places for all: what
 * others only begin to send must keep nobody out. What has arrived is bounded where it is written.
 */
export const createArrivals = () => {
  const people = new Map<string, number>();
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const own = people.get(userId) ?? 0;
    if (own >= most) throw new AppError("RATE_LIMITED", { retryAfter });
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
