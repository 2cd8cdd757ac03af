import type { Content } from "@knowhow/shared";
import { createTabRowStore, type RowStore } from "../rowStore.ts";
import type { Draft, DraftRow, Transfer } from "./draft.ts";

/** The outcome of publishing a draft. */
export type DraftOutcome = {
  draft: Draft;
  /** Another tab has published it, and reports it itself. */
  isElsewhere?: boolean;
} & ({ status: "stored"; content: Content } | { status: "refused"; error: Error });

/** Messages between tabs. */
export type DraftNews =
  | { status: "transfer"; key: string; transfer: Transfer | undefined }
  /** The person wants a file retried at once. */
  | { status: "retry"; key: string }
  | { status: "stored"; draft: Draft; content: Content };

/** Room on the device, in bytes. */
export interface Room {
  used: number;
  quota: number;
  /** Whether the browser has promised to keep it. */
  isPersisted: boolean;
}

/** The new versions of one draft and of the copy beside it. */
export interface Split {
  row: DraftRow;
  copy?: DraftRow;
}

/** The store of one person's drafts on the device, with tombstones of those that the server still has. */
export interface DraftStore extends RowStore<DraftRow, DraftNews> {
  /**
   * Changes one in its present state and keeps a second one beside it, both or neither; does nothing where there is
   * none. Answers the written rows.
   */
  split: (id: string, how: (row: DraftRow) => Split) => Promise<Split | undefined>;
  /**
   * Writes the bytes of a file, once; tells how many are written. Rejects with NoRoomError where there is no room for
   * them, and leaves none of them behind.
   */
  keepFile: (home: string, key: string, file: Blob, onKept: (bytes: number) => void) => Promise<void>;
  /** The bytes of a file, read when they are needed; undefined unless all `size` are there. */
  blobOf: (home: string, key: string, size: number, type: string) => Promise<Blob | undefined>;
  dropFile: (home: string, key: string) => Promise<void>;
  /** Deletes bytes that no draft has in its lists: of interrupted writes, or of deleted files. */
  sweep: () => Promise<void>;
  room: () => Promise<Room>;
  /** Asks the browser for durable storage of all this; true when it is granted. */
  persist: () => Promise<boolean>;
  /** Takes a hold for this tab, until the returned function is called. */
  hold: (name: string) => () => void;
  /** Runs the work unless some tab has that hold; true when it ran. */
  unlessHeld: (name: string, run: () => Promise<unknown>) => Promise<boolean>;
}

/** Keeps them in this tab: typed text survives a reload, bytes do not. */
export const createTabDraftStore = (personId: string): DraftStore => {
  const { rows, put, ...store } = createTabRowStore<DraftRow, DraftNews>(`drafts:${personId}`);
  const blobs = new Map<string, Blob>();
  const held = new Map<string, number>();
  const blobName = (home: string, key: string) => JSON.stringify([home, key]);
  return {
    ...store,
    split: async (id, how) => {
      const before = rows().find((row) => row.id === id);
      const split = before && how(before);
      if (split) put(id, split.row, split.copy);
      return split;
    },
    keepFile: async (home, key, file, onKept) => {
      blobs.set(blobName(home, key), file);
      onKept(file.size);
    },
    blobOf: async (home, key) => blobs.get(blobName(home, key)),
    dropFile: async (home, key) => {
      blobs.delete(blobName(home, key));
    },
    // All ends with the tab: there are no leftovers.
    sweep: async () => undefined,
    room: async () => ({ used: 0, quota: 0, isPersisted: false }),
    persist: async () => false,
    hold: (one) => {
      held.set(one, (held.get(one) ?? 0) + 1);
      return () => {
        held.set(one, (held.get(one) ?? 1) - 1);
      };
    },
    unlessHeld: async (one, run) => {
      if ((held.get(one) ?? 0) > 0) return false;
      await run();
      return true;
    },
    erase: async () => {
      blobs.clear();
      await store.erase();
    },
  };
};
