import { AppError } from "@knowhow/shared";

/** Files that this process takes in at once: of one person, and of all. Each may fill 500 MB of its disk. */
const most = { person: 2, all: 8 } as const;
const retryAfter = 10;

/** Bounds what waits on the disk: more than a few files of one person are RATE_LIMITED, of all UNAVAILABLE. */
export const createArrivals = () => {
  const people = new Map<string, number>();
  let all = 0;
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const own = people.get(userId) ?? 0;
    if (own >= most.person) throw new AppError("RATE_LIMITED", { retryAfter });
    if (all >= most.all) throw new AppError("UNAVAILABLE", { retryAfter });
    people.set(userId, own + 1);
    all += 1;
    try {
      return await work();
    } finally {
      all -= 1;
      const left = (people.get(userId) ?? 1) - 1;
      if (left > 0) people.set(userId, left);
      else people.delete(userId);
    }
  };
};
