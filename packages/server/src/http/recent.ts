import type { Middleware } from "koa";

const lifeMs = 1_000;
const maxEntries = 1_000;

/**
 * Answers that are the same for everyone, kept for a second: one computation at a time, however many ask. Whoever
 * changed something through this process sees the change at once, everyone else within the second.
 */
export interface Recent {
  /** The kept value of a key, or a fresh one. Failures are not kept. */
  get<T>(key: string, compute: () => Promise<T>): Promise<T>;
  /** Drops everything, what is being computed too: it may have been read before the change. */
  forget(): void;
}

/** See Recent. */
export const createRecent = (): Recent => {
  let kept = new Map<string, { value: Promise<unknown>; until: number }>();
  return {
    get<T>(key: string, compute: () => Promise<T>): Promise<T> {
      const now = performance.now();
      const known = kept.get(key);
      // A key always stands for the same kind of value: each caller has a prefix of its own.
      if (known && known.until > now) return known.value as Promise<T>;
      if (kept.size >= maxEntries) kept = new Map();
      const store = kept;
      const value = compute();
      store.set(key, { value, until: now + lifeMs });
      value.catch(() => store.delete(key));
      return value;
    },
    forget() {
      kept = new Map();
    },
  };
};

/** Drops what is kept after every call that may have changed something, before its answer leaves. */
export const forgetAfterChanges =
  (recent: Recent): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } finally {
      if (ctx.method !== "GET" && ctx.method !== "HEAD") recent.forget();
    }
  };
