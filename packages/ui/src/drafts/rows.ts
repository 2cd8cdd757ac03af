import type { DraftRow } from "./draft.ts";
import type { DraftStore } from "./store.ts";

type Change = (row: DraftRow | undefined) => DraftRow | undefined;

/**
 * The drafts as the screens see them: what the device has, with the changes that it does not have yet on top. What it
 * has no room for stays in memory, and goes along with the next change.
 */
export const createRows = (store: DraftStore, onShown: () => void) => {
  let kept: ReadonlyMap<string, DraftRow> = new Map();
  const changes = new Map<string, Change[]>();
  const writing = new Map<string, Promise<void>>();
  let shown: readonly DraftRow[] = [];
  let isRead = false;
  let isClosed = false;

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
  const write = async (id: string): Promise<void> => {
    const made = [...(changes.get(id) ?? [])];
    if (made.length === 0 || isClosed) return;
    try {
      const row = await store.change(id, (before) => made.reduce((one, change) => change(one), before));
      const rest = (changes.get(id) ?? []).filter((change) => !made.includes(change));
      if (rest.length > 0) changes.set(id, rest);
      else changes.delete(id);
      put(id, row);
      show();
    } catch (error) {
      console.warn(error);
    }
  };
  return {
    all: () => shown,
    isRead: () => isRead,
    find: (id: string) => shown.find((row) => row.id === id),
    /** Shows a change at once, and resolves when the device has it, or can not. */
    change: async (id: string, change: Change): Promise<void> => {
      changes.set(id, [...(changes.get(id) ?? []), change]);
      show();
      const next = (writing.get(id) ?? Promise.resolve()).then(() => write(id));
      writing.set(id, next);
      await next;
      if (writing.get(id) === next) writing.delete(id);
    },
    /** Reads what the device has. */
    reread: async (): Promise<void> => {
      try {
        const rows = await store.read();
        if (isClosed) return;
        kept = new Map(rows.map((row) => [row.id, row]));
      } catch (error) {
        // A browser that keeps nothing still has what is in memory.
        console.warn(error);
      }
      isRead = true;
      show();
    },
    /** Nothing more is written, nor shown. */
    close: () => {
      isClosed = true;
      kept = new Map();
      changes.clear();
      show();
    },
  };
};
