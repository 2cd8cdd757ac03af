import type { Waiting } from "./acts.ts";
import type { OutboxStore } from "./store.ts";
import { createUnkept } from "./unkept.ts";

const sortOf = (one: Waiting, other: Waiting): number =>
  one.madeAt - other.madeAt || (one.id < other.id ? -1 : 1);

/** What waits, as this tab knows it: what the device has, and in memory what the device had no room for. */
export const createKept = (store: OutboxStore) => {
  let rows: readonly Waiting[] = [];
  const listeners = new Set<() => void>();
  /** Changes that the device could not take: they are true all the same. */
  const unsaved = new Map<string, Waiting | undefined>();
  const unkept = createUnkept();
  let isForgotten = false;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const show = (next: readonly Waiting[]) => {
    if (isForgotten) return;
    rows = [...next].sort(sortOf);
    tell();
  };
  const showOne = (id: string, row: Waiting | undefined) =>
    show([...rows.filter((one) => one.id !== id), ...(row ? [row] : [])]);
  const find = (id: string): Waiting | undefined => rows.find((row) => row.id === id);
  const save = async (
    id: string,
    saving: () => Promise<Waiting | undefined>,
    inMemory: () => Waiting | undefined,
  ): Promise<Waiting | undefined> => {
    let row: Waiting | undefined;
    try {
      row = await saving();
      unsaved.delete(id);
      unkept.delete(id);
    } catch (error) {
      console.warn(error);
      row = inMemory();
      unsaved.set(id, row);
      if (!row) unkept.delete(id);
    }
    showOne(id, row);
    return row;
  };
  /** Writes one to the device, in place of what is there of it, and shows it then. */
  const put = (row: Waiting): Promise<Waiting | undefined> =>
    save(
      row.id,
      async () => {
        await store.put(row);
        return row;
      },
      () => row,
    );
  /** Changes one, in one go with what other tabs do; answers what it is then, nothing when it is gone. */
  const change = async (
    id: string,
    how: (row: Waiting) => Waiting | undefined,
  ): Promise<Waiting | undefined> => {
    const known = unsaved.get(id);
    const next = known && how(known);
    // There may be room by now. What the device once had, and has no more, another tab has sent or taken back.
    if (next && unkept.has(id)) return put(next);
    return save(
      id,
      () => store.change(id, known ? () => next : how),
      () => {
        const row = find(id);
        return row && how(row);
      },
    );
  };
  return {
    /** Keeps a new one; where the device has no room for it, in this page's memory. */
    add: async (row: Waiting): Promise<void> => {
      unkept.add(row.id);
      await put(row);
    },
    change,
    find,
    /** Whether the device has never taken it. */
    isUnkept: unkept.has,
    /** Tries again to keep what the device had no room for. */
    keepUnkept: async (): Promise<void> => {
      // One that is being written for the first time is left alone.
      for (const id of unkept.all()) if (unsaved.get(id)) await change(id, (row) => row);
    },
    all: (): readonly Waiting[] => rows,
    /** Removes one; it leaves the screen before the device knows. */
    remove: async (id: string): Promise<void> => {
      unsaved.set(id, undefined);
      unkept.delete(id);
      showOne(id, undefined);
      await change(id, () => undefined);
    },
    reread: async (): Promise<void> => {
      const kept = await store.read().catch((error: unknown) => {
        // A browser that keeps nothing still sends what is in memory.
        console.warn(error);
        return [];
      });
      show([
        ...kept.filter(({ id }) => !unsaved.has(id)),
        ...[...unsaved.values()].filter((row) => row !== undefined),
      ]);
    },
    /** There is nothing any more, for good. */
    forget: () => {
      show([]);
      isForgotten = true;
      unkept.end();
    },
    /** The page may go, whatever it holds. */
    release: unkept.end,
    /** Says that something about them has changed. */
    tell,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
