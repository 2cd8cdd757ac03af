/** What listens tries so often to load the code. */
const againMs = 2_000;

/** A store whose code is loaded when it is first needed: the first screen does not wait for it. */
export const loadedLater = <S>(load: () => Promise<S>) => {
  let loading: Promise<S> | undefined;
  const store = (): Promise<S> => {
    // What could not be loaded is asked for again the next time.
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    store,
    /** Does what nobody waits for; without the code it is not done, which the calls themselves say. */
    soon: (work: (loaded: S) => void): void => void store().then(work, () => undefined),
    /** Begins what goes on until the answer is called, as soon as the code is there. */
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
