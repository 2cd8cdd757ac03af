/** How often a listener retries to load the code. */
const againMs = 2_000;

type Call = (...given: unknown[]) => unknown;

/** A store whose code is loaded on first use: the first screen does not wait for it. */
export const loadedLater = <S extends object>(load: () => Promise<S>) => {
  let loading: Promise<S> | undefined;
  const store = (): Promise<S> => {
    // Code that could not be loaded is loaded on the next use.
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  /** Begins lasting work as soon as the code is there; the returned function stops it. */
  const later = (begin: (loaded: S) => () => void): (() => void) => {
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
  };
  return {
    later,
    /**
     * Methods of the store, by what their callers expect: a promise, which fails where the code can not be loaded; or
     * work that begins as soon as the code is there, with the way to stop it where it lasts.
     */
    methods: <A extends keyof S, L extends keyof S = never>(
      awaited: readonly A[],
      begun: readonly L[] = [],
    ) => {
      const call = (loaded: S, name: keyof S, given: unknown[]) => (loaded[name] as Call)(...given); // names of methods
      return Object.fromEntries([
        ...awaited.map((name) => [name, async (...given: unknown[]) => call(await store(), name, given)]),
        ...begun.map((name) => [
          name,
          (...given: unknown[]) => later((loaded) => call(loaded, name, given) as () => void), // as the caller says
        ]),
      ]) as Pick<S, A | L>; // each named above
    },
  };
};
