/** Something that happens, told to listeners that come and go. */
export const createSignal = <A extends unknown[] = []>() => {
  const listeners = new Set<(...about: A) => void>();
  return {
    tell: (...about: A): void => {
      for (const listener of listeners) listener(...about);
    },
    /** Calls back each time; gives the way to stop. */
    on: (listener: (...about: A) => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
