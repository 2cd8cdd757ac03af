import { removeTabItems, setTabItem, getTabItem } from "../client/tabItems.ts";
import { createSignal } from "../client/signal.ts";

/** How a lane's lock is asked for: where it is free, by waiting for it, or by taking it from its holder. */
export type LockMode = "free" | "wait" | "steal";

/** Runs the work under the lock of a lane, over all tabs; true when it ran. The signal ends the waiting. */
export type RunInLane = (
  lane: string,
  work: () => Promise<void>,
  mode?: LockMode,
  signal?: AbortSignal,
) => Promise<boolean>;

/** A change of a row, or of its absence; `undefined` removes it. */
export type RowChange<R> = (row: R | undefined) => R | undefined;

/** Where rows of one person are kept, for all tabs; the tabs tell each other news. */
export interface RowStore<R extends { id: string }, News> {
  /** All of them. */
  read: () => Promise<R[]>;
  /** Changes one in its present state, atomically with other tabs; answers the new one. */
  change: (id: string, change: RowChange<R>) => Promise<R | undefined>;
  /** Calls back when rows may have changed, also by another tab; answers how to stop. */
  onChange: (listener: () => void) => () => void;
  runInLane: RunInLane;
  /** Tells the other tabs. */
  pass: (news: News) => void;
  /** Hears the other tabs; answers how to stop. */
  onPassed: (listener: (news: News) => void) => () => void;
  /** Nothing of the person is left on the device. */
  erase: () => Promise<void>;
}

/** The locks of lanes where no other tab has the same rows. */
export const createTabLanes = (): RunInLane => {
  const running = new Map<string, Promise<unknown>>();
  return async (lane, work, mode = "free") => {
    const before = running.get(lane);
    if (before && mode === "free") return false;
    const run = before ? before.then(work, work) : work();
    running.set(lane, run);
    try {
      await run;
    } finally {
      if (running.get(lane) === run) running.delete(lane);
    }
    return true;
  };
};

/** Keeps rows in this tab: they survive a reload, and end with the tab. `put` sets rows in the place of one. */
export const createTabRowStore = <R extends { id: string }, News>(name: string) => {
  // Only ever written below.
  const rows = () => (getTabItem(name) ?? []) as R[];
  const { tell, on } = createSignal();
  const put = (id: string, ...next: readonly (R | undefined)[]) => {
    setTabItem(name, [...rows().filter((row) => row.id !== id), ...next.flatMap((row) => row ?? [])]);
    tell();
  };
  const store: RowStore<R, News> = {
    read: async () => rows(),
    change: async (id, change) => {
      const next = change(rows().find((row) => row.id === id));
      put(id, next);
      return next;
    },
    onChange: on,
    runInLane: createTabLanes(),
    pass: () => undefined,
    onPassed: () => () => undefined,
    erase: async () => {
      removeTabItems(name);
      tell();
    },
  };
  return { ...store, rows, put };
};
