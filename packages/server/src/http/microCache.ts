import type { AnyEndpoint } from "@knowhow/shared";
import type { Context } from "koa";

const lifeMs = 1_000;
const maxEntries = 1_000;

/** An answer to visitors as it leaves. */
export interface ReadyAnswer {
  call: AnyEndpoint;
  bytes: Buffer;
  headers: Record<string, string>;
  /** Called each time it is given. */
  onGiven?: (ctx: Context) => void;
}

/**
 * Answers that are the same for everyone, kept for a second: one computation at a time, however many ask. A change shows
 * at once in the process that made it, in the others when they hear of it, and after the second where they do not.
 */
export interface MicroCache {
  /** The kept value of a key, or a fresh one. Failures are not kept. */
  get<T>(key: string, compute: () => Promise<T>): Promise<T>;
  /** The answer that visitors are given at this address without any further question, while there is one. */
  ready(address: string): ReadyAnswer | undefined;
  /** Makes an answer ready for as long as the value that it was made from is kept under this key, and no longer. */
  makeReady(address: string, from: { key: string; value: unknown }, answer: ReadyAnswer): void;
  /** Contents that the answer at this address shows to every viewer, as far as it is known. */
  shown(address: string): readonly string[] | undefined;
  /** Says what an address shows, for as long as the value that tells it is kept under this key. */
  noteShown(address: string, from: { key: string; value: unknown }, ids: readonly string[]): void;
  /** How many values are kept. */
  readonly size: number;
  /** Drops everything here, running computations too: they may have read before the change. */
  drop(): void;
  /** Drops everything here and has the other processes drop it; resolves when they are being told, and never fails. */
  forget(): Promise<void>;
}

interface Entry {
  value: Promise<unknown>;
  until: number;
  /** The value, once it is known. */
  found?: unknown;
}

const makeRoom = (map: Map<string, unknown>): void => {
  // The first ones are the oldest.
  const [oldest] = map.keys();
  if (map.size >= maxEntries && oldest !== undefined) map.delete(oldest);
};

interface Options {
  /** Tells the other processes of a change. */
  announce?: () => Promise<unknown>;
  /** Called at each drop: later reads show the change. */
  onDrop?: () => void;
}

/** See MicroCache. */
export const createMicroCache = ({
  announce = () => Promise.resolve(),
  onDrop = () => undefined,
}: Options = {}): MicroCache => {
  let kept = new Map<string, Entry>();
  let answers = new Map<string, { answer: ReadyAnswer; until: number }>();
  let shown = new Map<string, { ids: readonly string[]; until: number }>();
  let sweep: NodeJS.Timeout | undefined;
  /** Drops old entries that no read has replaced. */
  const dropOld = (): void => {
    const now = performance.now();
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
    // None outlives the value that it was made from, so that the timer goes on for these too.
    for (const [address, { until }] of answers) if (until <= now) answers.delete(address);
    for (const [address, { until }] of shown) if (until <= now) shown.delete(address);
    sweep = kept.size > 0 ? setTimeout(dropOld, lifeMs).unref() : undefined;
  };
  const drop = (): void => {
    shown = new Map();
    kept = new Map();
    answers = new Map();
    onDrop();
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
      // Behind the others again, which go first when there are too many.
      store.delete(key);
      makeRoom(store);
      const value = compute();
      const entry: Entry = { value, until: now + lifeMs };
      store.set(key, entry);
      sweep ??= setTimeout(dropOld, lifeMs).unref();
      value.then(
        (found) => (entry.found = found),
        () => {
          if (store.get(key) === entry) store.delete(key);
        },
      );
      return value;
    },
    ready(address) {
      const known = answers.get(address);
      return known && known.until > performance.now() ? known.answer : undefined;
    },
    makeReady(address, { key, value }, answer) {
      const entry = kept.get(key);
      // Made from a dropped value: not to be given again.
      if (entry === undefined || entry.found !== value) return;
      answers.delete(address);
      makeRoom(answers);
      answers.set(address, { answer, until: entry.until });
    },
    shown(address) {
      const known = shown.get(address);
      return known && known.until > performance.now() ? known.ids : undefined;
    },
    noteShown(address, { key, value }, ids) {
      const entry = kept.get(key);
      if (entry === undefined || entry.found !== value) return;
      shown.delete(address);
      makeRoom(shown);
      shown.set(address, { ids, until: entry.until });
    },
    drop,
    async forget() {
      drop();
      // Unheard, a change shows within the second.
      await announce().catch(() => undefined);
    },
  };
};
