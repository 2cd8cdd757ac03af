import { createMemoryCollection, type LiveCollection } from "@knowhow/ui/device/liveCollection.ts";
import { liveQuery } from "dexie";

const againMs = 1_000;

/**
 * The rows of a table, read once for each change in any tab for all listeners together, while there is one. A failed
 * read, as right after the table was deleted or closed for a newer version, is tried again.
 */
export const createLiveCollection = <R>(read: () => Promise<R[]>): LiveCollection<R> => {
  const { getSnapshot, set, subscribe } = createMemoryCollection<R>();
  let count = 0;
  let stop: () => void = () => undefined;
  const listen = () => {
    // The library swallows the error of a database closed during the read: the query would end silently.
    const subscription = liveQuery(() => read().catch(() => undefined)).subscribe((rows) => {
      if (rows) {
        set(rows);
        return;
      }
      subscription.unsubscribe();
      const timer = setTimeout(listen, againMs);
      stop = () => clearTimeout(timer);
    });
    stop = () => subscription.unsubscribe();
  };
  return {
    getSnapshot,
    subscribe: (listener) => {
      const unsubscribe = subscribe(listener);
      count += 1;
      if (count === 1) listen();
      return () => {
        unsubscribe();
        count -= 1;
        if (count === 0) stop();
      };
    },
  };
};
