/** How often a listener retries to load the code. */
const againMs = 2_000;

/** A store whose code is loaded on first use: the first screen does not wait for it. */
export const loadedLater = <S>(load: () => Promise<S>) => {
  let loading: Promise<S> | undefined;
  const store = (): Promise<S> => {
    // Code that could not be loaded is loaded on the next use.
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    store,
    /** Runs work that no caller waits for; without the code it is skipped, while awaited calls fail. */
    soon: (work: (loaded: S) => void): void => void store().then(work, () => undefined),
    /** Begins lasting work as soon as the code is there; the returned function stops it. */
    later: (begin: (loaded: S) => () => void): (() => void) => {
      let stop: (() => void) | undefined;
      let isOver = false;
      const start = () => {
        store().then(
          (loaded) => {
            if (!isOver) stop = begin(loaded);
          },
          () => {
            if (isOver) return;
            const timer = setTimeout(start, againMs);
            stop = () => clearTimeout(timer);
          },
        );
      };
      start();
      return () => {
        isOver = true;
        stop?.();
      };
    },
  };
};
