import { createMemoryCollection, type LiveCollection } from "@knowhow/ui/device/liveCollection.ts";
import { liveQuery } from "dexie";

const againMs = 1_000;

/**
 * Calls back with what a table holds, now and after every change in any tab; gives the way to stop. Where it can not be
 * read, as right after it was deleted or was closed for a newer version, that is tried again.
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
        // That a database was closed during the read is no failure to the library: nothing would follow, and no word.
        return {};
      }
    }).subscribe(({ rows }) => (rows ? listener(rows) : handleFailure()));
    stop = () => subscription.unsubscribe();
  };
  listen();
  return () => stop();
};

/** What a table holds, read once for each change in any tab while somebody listens, however many they are. */
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
