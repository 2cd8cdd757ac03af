import { liveQuery } from "dexie";

const againMs = 1_000;

/**
 * Calls back with what a table holds, now and after every change in any tab; gives the way to stop. Where it can not be
 * read, as right after it was deleted, that is tried again.
 */
export const listenToRows = <R>(read: () => Promise<R[]>, listener: (rows: R[]) => void): (() => void) => {
  let stop: () => void = () => undefined;
  const listen = () => {
    // Read in a promise: what is thrown at once would be thrown at nobody.
    const subscription = liveQuery(async () => read()).subscribe({
      next: listener,
      error: () => {
        const timer = setTimeout(listen, againMs);
        stop = () => clearTimeout(timer);
      },
    });
    stop = () => subscription.unsubscribe();
  };
  listen();
  return () => stop();
};
