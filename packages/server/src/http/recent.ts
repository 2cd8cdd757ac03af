const lifeMs = 1_000;
const maxEntries = 1_000;

/**
 * Answers that are the same for everyone, kept for a second: one computation at a time, however many ask. Whoever
 * changed something through this process sees the change at once, everyone else within the second.
 */
export interface Recent {
  /** The kept value of a key, or a fresh one. Failures are not kept. */
  get<T>(key: string, compute: () => Promise<T>): Promise<T>;
  /** How many values are kept. */
  readonly size: number;
  /** Drops everything, what is being computed too: it may have been read before the change. */
  forget(): void;
}

/** See Recent. */
export const createRecent = (): Recent => {
  let kept = new Map<string, { value: Promise<unknown>; until: number }>();
  let sweep: NodeJS.Timeout | undefined;
  /** What nobody asks for again is let go of all the same. */
  const dropOld = (): void => {
    const now = performance.now();
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
    sweep = kept.size > 0 ? setTimeout(dropOld, lifeMs).unref() : undefined;
  };
  return {
    get size() {
      return kept.size;
    },
    get<T>(key: string, compute: () => Promise<T>): Promise<T> {
      const now = performance.now();
      const known = kept.get(key);
      // A key always stands for the same kind of value: each caller has a prefix of its own.
      if (known && known.until > now) return known.value as Promise<T>;
      const store = kept;
      // Behind the others again: the first ones are the oldest, and go when there are too many.
      store.delete(key);
      const [oldest] = store.keys();
      if (store.size >= maxEntries && oldest !== undefined) store.delete(oldest);
      const value = compute();
      store.set(key, { value, until: now + lifeMs });
      sweep ??= setTimeout(dropOld, lifeMs).unref();
      value.catch(() => {
        if (store.get(key)?.value === value) store.delete(key);
      });
      return value;
    },
    forget() {
      kept = new Map();
    },
  };
};
