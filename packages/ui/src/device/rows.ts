import type { RowChange, RowStore } from "./rowStore.ts";

/**
 * Rows as the screens see them: the device's, with unsaved changes on top. A change that the device has no room for
 * stays in memory, and is written with the next one.
 */
export const createRows = <R extends { id: string }>(
  store: Pick<RowStore<R, never>, "read" | "change">,
  compare: (one: R, other: R) => number,
  onShown: () => void,
) => {
  type Change = RowChange<R>;
  /** As the device has them. */
  let kept = new Map<string, R>();
  /** Changes that it does not have yet, by row. */
  const changes = new Map<string, readonly Change[]>();
  /** Ids of rows after a failed write. */
  const failed = new Set<string>();
  let shown: readonly R[] = [];
  let isRead = false;
  let isClosed = false;
  let writes = 0;
  let reads = 0;
  let writing: Promise<unknown> = Promise.resolve();

  /** The same, asked again after a wait. */
  const hasClosed = (): boolean => isClosed;
  const applied = (made: readonly Change[] = [], row: R | undefined): R | undefined =>
    made.reduce((before, change) => change(before), row);
  const push = (id: string, how: Change) => changes.set(id, [...(changes.get(id) ?? []), how]);
  const forget = (id: string) => {
    changes.delete(id);
    failed.delete(id);
  };
  const find = (id: string) => shown.find((row) => row.id === id);
  const show = () => {
    shown = [...new Set([...kept.keys(), ...changes.keys()])]
      .flatMap((id) => applied(changes.get(id), kept.get(id)) ?? [])
      .sort(compare);
    onShown();
  };
  /** Reads what the device has. */
  const reread = async (): Promise<void> => {
    if (isClosed) return;
    const before = writes;
    try {
      const rows = await store.read();
      // A write meanwhile may be missing in it.
      if (before !== writes) {
        await reread();
        return;
      }
      kept = new Map(rows.map((row) => [row.id, row]));
    } catch (error) {
      // A browser that keeps nothing still has the rows in memory.
      console.warn(error);
    }
    isRead = true;
    reads += 1;
    show();
  };
  /** Writes a row's changes so far by `work`, one write after the other; answers whether the device has them. */
  const write = (id: string, work: (make: Change) => Promise<readonly R[] | undefined>): Promise<boolean> => {
    const attempt = async () => {
      const made = changes.get(id) ?? [];
      const readsBefore = reads;
      if (isClosed) return false;
      try {
        const written = await work((row) => applied(made, row));
        // Closed meanwhile, it shows nothing.
        if (!written || hasClosed()) return true;
        const rest = changes.get(id)?.slice(made.length) ?? [];
        if (rest.length > 0) changes.set(id, rest);
        else changes.delete(id);
        kept.delete(id);
        for (const row of written) kept.set(row.id, row);
        failed.delete(id);
        writes += 1;
        // Another tab's later write may have been read before this one was noted.
        if (reads !== readsBefore) void reread();
      } catch (error) {
        console.warn(error);
        // Never on the device, and gone by now: there is nothing to write.
        if (!kept.has(id) && !applied(changes.get(id), undefined)) forget(id);
        else if (made.length > 0) failed.add(id);
        return false;
      } finally {
        show();
      }
      return true;
    };
    // A listener that fails does not keep later changes from the device.
    const next = writing.then(attempt, attempt);
    writing = next;
    return next;
  };
  const save = (id: string): Promise<boolean> =>
    write(id, async (make) => {
      // An earlier write may have taken it along.
      if (!changes.has(id)) return undefined;
      const next = await store.change(id, make);
      return next ? [next] : [];
    });
  /** Shows a change at once; resolves with whether the device has it, once that is known. */
  const change = async (id: string, how: Change): Promise<boolean> => {
    if (isClosed) return false;
    push(id, how);
    show();
    return save(id);
  };
  return {
    all: () => shown,
    isRead: () => isRead,
    isClosed: hasClosed,
    find,
    /** As the device has it: without changes that are not written yet. */
    kept: (id: string): R | undefined => kept.get(id),
    /** Whether a change of it is in this page's memory alone, because the device would not take it. */
    isUnkept: (id: string): boolean => failed.has(id),
    change,
    /** The same, where there is one. */
    patch: (id: string, how: (row: R) => R | undefined): Promise<boolean> =>
      change(id, (row) => row && how(row)),
    /** Changes one, and shows it once the device has taken it or refused; answers the new one. */
    update: async (id: string, how: Change): Promise<R | undefined> => {
      let next: R | undefined;
      const isKept = await write(id, async (make) => {
        next = await store.change(id, (row) => how(make(row)));
        return next ? [next] : [];
      });
      if (isKept || isClosed) return next;
      next = how(find(id));
      push(id, how);
      failed.add(id);
      show();
      return next;
    },
    /** Writes by other means, after the changes so far. */
    write,
    /** Tries again to write what the device did not take. */
    saveUnkept: async (): Promise<void> => {
      for (const id of [...failed]) await save(id);
    },
    reread,
    /** Nothing more is written, nor shown. */
    close: () => {
      isClosed = true;
      // A read under way shows nothing either.
      writes += 1;
      kept.clear();
      changes.clear();
      failed.clear();
      show();
    },
  };
};

export type Rows<R extends { id: string }> = ReturnType<typeof createRows<R>>;
