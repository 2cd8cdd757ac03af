import type { DraftRow } from "./draft.ts";
import type { DraftStore, Split } from "./store.ts";

type Change = (row: DraftRow | undefined) => DraftRow | undefined;

/**
 * The drafts as the screens see them: the device's rows, with unsaved changes on top. A change that the device has no
 * room for stays in memory, and is written with the next one.
 */
export const createRows = (store: DraftStore, onShown: () => void) => {
  let kept: ReadonlyMap<string, DraftRow> = new Map();
  const changes = new Map<string, Change[]>();
  const writing = new Map<string, Promise<boolean>>();
  /** Ids whose last change the device did not take. */
  const failed = new Set<string>();
  let shown: readonly DraftRow[] = [];
  let isRead = false;
  let isClosed = false;
  let writes = 0;
  let reads = 0;

  const apply = (id: string, row: DraftRow | undefined): DraftRow | undefined =>
    (changes.get(id) ?? []).reduce((before, change) => change(before), row);
  const show = () => {
    const ids = new Set([...kept.keys(), ...changes.keys()]);
    shown = [...ids]
      .flatMap((id) => apply(id, kept.get(id)) ?? [])
      .sort((one, other) => other.savedAt - one.savedAt || (one.id < other.id ? 1 : -1));
    onShown();
  };
  const put = (id: string, row: DraftRow | undefined) => {
    const next = new Map(kept);
    if (row) next.set(id, row);
    else next.delete(id);
    kept = next;
  };
  const hasClosed = (): boolean => isClosed;
  /** Reads what the device has. */
  const reread = async (): Promise<void> => {
    if (hasClosed()) return;
    try {
      let rows: DraftRow[];
      let before: number;
      do {
        before = writes;
        rows = await store.read();
        // A write meanwhile may be missing in it.
      } while (before !== writes);
      if (hasClosed()) return;
      kept = new Map(rows.map((row) => [row.id, row]));
    } catch (error) {
      // A browser that keeps nothing still has the rows in memory.
      console.warn(error);
    }
    isRead = true;
    reads += 1;
    show();
  };
  /** Writes one row's changes so far by `work`; answers whether the device has them. */
  const write = async (
    id: string,
    work: (make: Change, made: readonly Change[]) => Promise<readonly DraftRow[] | undefined>,
  ): Promise<boolean> => {
    const made = [...(changes.get(id) ?? [])];
    const readsBefore = reads;
    if (isClosed) return false;
    try {
      const written = await work((before) => made.reduce((one, change) => change(one), before), made);
      if (!written) return true;
      const rest = (changes.get(id) ?? []).filter((change) => !made.includes(change));
      if (rest.length > 0) changes.set(id, rest);
      else changes.delete(id);
      put(id, undefined);
      for (const row of written) put(row.id, row);
      failed.delete(id);
      writes += 1;
      show();
      // Another tab may have written after it, and been read before this.
      if (reads !== readsBefore) void reread();
      return true;
    } catch (error) {
      console.warn(error);
      if (!failed.has(id)) {
        failed.add(id);
        show();
      }
      return false;
    }
  };
  /** One after the other. */
  const queue = async (id: string, work: Parameters<typeof write>[1]): Promise<boolean> => {
    const next = (writing.get(id) ?? Promise.resolve()).then(() => write(id, work));
    writing.set(id, next);
    const isKept = await next;
    if (writing.get(id) === next) writing.delete(id);
    return isKept;
  };
  return {
    all: () => shown,
    isRead: () => isRead,
    find: (id: string) => shown.find((row) => row.id === id),
    /** As the device has it: without changes that are not written yet. */
    kept: (id: string): DraftRow | undefined => kept.get(id),
    /** Whether a change of it is in this page's memory alone, because the device would not take it. */
    isUnkept: (id: string): boolean => failed.has(id) && changes.has(id),
    /** Shows a change at once; resolves with whether the device has it, once that is known. */
    change: async (id: string, change: Change): Promise<boolean> => {
      if (isClosed) return false;
      changes.set(id, [...(changes.get(id) ?? []), change]);
      show();
      return queue(id, async (make, made) => {
        if (made.length === 0) return undefined;
        const row = await store.change(id, make);
        return row ? [row] : [];
      });
    },
    /**
     * Changes one and keeps a second one beside it, both or neither; shown when the device has them. Resolves with
     * whether it has.
     */
    split: (id: string, how: (row: DraftRow) => Split): Promise<boolean> =>
      queue(id, async (make) => {
        const split = await store.split(id, (before) => {
          const row = make(before);
          return row ? how(row) : { row: before };
        });
        return split && [split.row, ...(split.copy ? [split.copy] : [])];
      }),
    reread,
    /** Nothing more is written, nor shown. */
    close: () => {
      isClosed = true;
      kept = new Map();
      changes.clear();
      show();
    },
  };
};
export type Rows = ReturnType<typeof createRows>;
