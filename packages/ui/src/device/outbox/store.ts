import { dropOwn, keepOwn, readOwn } from "../../client/ownMemory.ts";
import type { Outcome, Waiting } from "./acts.ts";

/** Where one person's waiting acts are kept on the device. */
export interface OutboxStore {
  /** All of them, in the order they were made. */
  read: () => Promise<Waiting[]>;
  /** Keeps one, in place of what is there of it. */
  put: (row: Waiting) => Promise<void>;
  /**
   * Makes of one what it is to be, in one go with what other tabs do, or removes it for `undefined`. Answers what it is
   * then; `undefined` also for one that was not there: it may be sent or taken back by now.
   */
  change: (id: string, how: (row: Waiting) => Waiting | undefined) => Promise<Waiting | undefined>;
  /** Calls back when they may have changed, also by another tab; answers how to stop. */
  onChange: (listener: () => void) => () => void;
  /** Runs the work when no other tab is at it; waits for that. */
  alone: (work: () => Promise<void>) => Promise<void>;
  /** Passes on to the other tabs what became of an act. */
  pass: (outcome: Outcome) => void;
  /** Hears what other tabs pass on; answers how to stop. */
  onPassed: (listener: (outcome: Outcome) => void) => () => void;
  /** Nothing of the person is left on the device. */
  erase: () => Promise<void>;
}

/** Keeps them in this tab: they survive a reload, and end with the tab. */
export const createTabStore = (personId: string): OutboxStore => {
  const name = `outbox:${personId}`;
  // Only ever written below.
  const rows = () => (readOwn(name) ?? []) as Waiting[];
  const listeners = new Set<() => void>();
  const keep = async (next: Waiting[]) => {
    keepOwn(name, next);
    for (const listener of listeners) listener();
  };
  let last: Promise<void> = Promise.resolve();
  return {
    read: async () => rows(),
    put: (row) => keep([...rows().filter(({ id }) => id !== row.id), row]),
    change: async (id, how) => {
      const row = rows().find((one) => one.id === id);
      const next = row && how(row);
      if (row) await keep(rows().flatMap((one) => (one.id === id ? (next ?? []) : one)));
      return next;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    alone: (work) => {
      last = last.then(work, work);
      return last;
    },
    pass: () => undefined,
    onPassed: () => () => undefined,
    erase: async () => dropOwn(name),
  };
};
