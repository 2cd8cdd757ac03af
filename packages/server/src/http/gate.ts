import { AppError } from "@knowhow/shared";

const retryAfter = 5;

/** How many may be inside and wait, in all and of one person, and how long they wait. */
interface Bounds {
  atOnce: number;
  perPerson: number;
  waiting: number;
  waitingPerPerson: number;
  waitMs: number;
}

/** Lets a bounded number of people work at once; who finds no place, or gets none in time, fails as UNAVAILABLE. */
export interface Gate {
  pass<T>(person: string, work: () => Promise<T>): Promise<T>;
}

/** Counts by person; nobody is remembered with none. */
const createCounter = () => {
  const counts = new Map<string, number>();
  const of = (person: string) => counts.get(person) ?? 0;
  return {
    of,
    add(person: string, by: 1 | -1) {
      const count = of(person) + by;
      if (count === 0) counts.delete(person);
      else counts.set(person, count);
    },
  };
};

/** See Gate. Whoever waits longest goes first, unless they are inside often enough already. */
export const createGate = ({ atOnce, perPerson, waiting, waitingPerPerson, waitMs }: Bounds): Gate => {
  const queue = new Set<{ person: string; enter: () => void }>();
  const [inside, queued] = [createCounter(), createCounter()];
  let count = 0;
  const isFree = (person: string) => count < atOnce && inside.of(person) < perPerson;
  const take = (person: string) => {
    count += 1;
    inside.add(person, 1);
  };
  const leave = (person: string) => {
    count -= 1;
    inside.add(person, -1);
    const next = [...queue].find((one) => isFree(one.person));
    next?.enter();
  };
  const wait = (person: string) =>
    new Promise<void>((resolve, reject) => {
      const away = () => new AppError("UNAVAILABLE", { retryAfter });
      if (queue.size >= waiting || queued.of(person) >= waitingPerPerson) {
        reject(away());
        return;
      }
      const end = () => {
        clearTimeout(timer);
        queue.delete(place);
        queued.add(person, -1);
      };
      const place = {
        person,
        enter: () => {
          end();
          take(person);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        end();
        reject(away());
      }, waitMs);
      queue.add(place);
      queued.add(person, 1);
    });
  return {
    async pass(person, work) {
      if (isFree(person)) take(person);
      else await wait(person);
      try {
        return await work();
      } finally {
        leave(person);
      }
    },
  };
};
