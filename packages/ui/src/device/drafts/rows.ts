import { withEntries, type DraftFile, type DraftRow } from "./draft.ts";
import type { DraftStore, Split } from "./store.ts";

type Change = (row: DraftRow | undefined) => DraftRow | undefined;

const applied = (changes: readonly Change[] = [], row: DraftRow | undefined): DraftRow | undefined =>
  changes.reduce((before, change) => change(before), row);

/**
 * The drafts as the screens see them: the device's rows, with unsaved changes on top. A change that the device has no
 * room for stays in memory, and is written with the next one.
 */
export const createRows = (store: DraftStore, onShown: () => void) => {
  /** As the device has them. */
  let kept = new Map<string, DraftRow>();
  /** Changes that it does not have yet, by draft. */
  const changes = new Map<string, readonly Change[]>();
  /** Ids whose last change the device did not take. */
  const failed = new Set<string>();
  let shown: readonly DraftRow[] = [];
  let isRead = false;
  let isClosed = false;
  let writes = 0;
  let reads = 0;
  let writing: Promise<unknown> = Promise.resolve();

  /** The same, asked again after a wait. */
  const hasClosed = (): boolean => isClosed;
  const show = () => {
    shown = [...new Set([...kept.keys(), ...changes.keys()])]
      .flatMap((id) => applied(changes.get(id), kept.get(id)) ?? [])
      .sort((one, other) => other.savedAt - one.savedAt || (one.id < other.id ? 1 : -1));
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
  const write = (
    id: string,
    work: (make: Change) => Promise<readonly DraftRow[] | undefined>,
  ): Promise<boolean> => {
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
        // Another tab may have written after it, and been read before this.
        if (reads !== readsBefore) void reread();
      } catch (error) {
        console.warn(error);
        if (made.length > 0) failed.add(id);
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
  /** Shows a change at once; resolves with whether the device has it, once that is known. */
  const change = async (id: string, how: Change): Promise<boolean> => {
    if (isClosed) return false;
    changes.set(id, [...(changes.get(id) ?? []), how]);
    show();
    // An earlier write may have taken it along.
    return write(id, async (make) =>
      changes.has(id) ? [(await store.change(id, make)) ?? []].flat() : undefined,
    );
  };
  /** The same, where there is one. */
  const patch = (id: string, how: (row: DraftRow) => DraftRow | undefined): Promise<boolean> =>
    change(id, (row) => row && how(row));
  return {
    all: () => shown,
    isRead: () => isRead,
    find: (id: string) => shown.find((row) => row.id === id),
    /** As the device has it: without changes that are not written yet. */
    kept: (id: string): DraftRow | undefined => kept.get(id),
    /** Whether a change of it is in this page's memory alone, because the device would not take it. */
    isUnkept: (id: string): boolean => failed.has(id),
    change,
    patch,
    /** Changes one entry of one, where it is there. */
    patchEntry: (id: string, key: string, how: (entry: DraftFile) => DraftFile): Promise<boolean> =>
      patch(id, (row) => withEntries(row, (entry) => (entry.key === key ? how(entry) : entry))),
    /**
     * Changes one and keeps a second one beside it, both or neither; shown when the device has them. Resolves with
     * whether it has.
     */
    split: (id: string, how: (row: DraftRow) => Split): Promise<boolean> =>
      write(id, async (make) => {
        const split = await store.split(id, (before) => {
          const row = make(before);
          return row ? how(row) : { row: before };
        });
        return split && [split.row, split.copy ?? []].flat();
      }),
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
export type Rows = ReturnType<typeof createRows>;
