/** Rows that change, for whoever shows them: exactly what `useSyncExternalStore` takes. */
export interface LiveCollection<T> {
  /** Calls back when the snapshot has changed; answers how to stop. */
  subscribe: (listener: () => void) => () => void;
  /** The rows as last known; the same array until they change. */
  getSnapshot: () => readonly T[];
}

/** A collection in this page's memory, of the rows that it is given. */
export const createMemoryCollection = <T>(
  initial: readonly T[] = [],
): LiveCollection<T> & { set: (rows: readonly T[]) => void } => {
  const listeners = new Set<() => void>();
  let snapshot = initial;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    getSnapshot: () => snapshot,
    set: (rows) => {
      snapshot = rows;
      for (const listener of listeners) listener();
    },
  };
};
