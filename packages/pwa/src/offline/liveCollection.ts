import { createMemoryCollection, type LiveCollection } from "@knowhow/ui/device/liveCollection.ts";
import { liveQuery } from "dexie";

const againMs = 1_000;

/**
 * Calls back with the rows of a table, now and after every change in any tab; returns a function to stop. A failed
 * read, as right after the table was deleted or closed for a newer version, is tried again.
 */
const listenToRows = <R>(read: () => Promise<R[]>, listener: (rows: R[]) => void): (() => void) => {
  let stop: () => void = () => undefined;
  const listen = () => {
    const handleFailure = () => {
      stop();
      const timer = setTimeout(listen, againMs);
      stop = () => clearTimeout(timer);
    };
    const subscription = liveQuery(async () => {
      try {
        return { rows: await read() };
      } catch {
        // The library swallows the error of a database closed during the read: the query would end silently.
        return {};
      }
    }).subscribe(({ rows }) => (rows ? listener(rows) : handleFailure()));
    stop = () => subscription.unsubscribe();
  };
  listen();
  return () => stop();
};

/** The rows of a table, read once for each change in any tab for all listeners together, while there is one. */
export const createLiveCollection = <R>(read: () => Promise<R[]>): LiveCollection<R> => {
  const { getSnapshot, set, subscribe } = createMemoryCollection<R>();
  let count = 0;
  let stop: (() => void) | undefined;
  return {
    getSnapshot,
    subscribe: (listener) => {
      const unsubscribe = subscribe(listener);
      count += 1;
      stop ??= listenToRows(read, set);
      return () => {
        unsubscribe();
        count -= 1;
        if (count > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
};
