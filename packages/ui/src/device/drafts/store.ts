import type { Content } from "@knowhow/shared";
import { dropOwn, keepOwn, readOwn } from "../../client/ownMemory.ts";
import type { RunInLane } from "../jobs/runner.ts";
import { createTabLanes } from "../jobs/store.ts";
import { createMemoryCollection } from "../liveCollection.ts";
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

/** Where one person's drafts are kept on the device. */
export interface DraftStore {
  /** All of them, also those whose server copy is still to be deleted. */
  read: () => Promise<DraftRow[]>;
  /** Changes one in its present state, atomically; undefined stands for none, before and after. */
  change: (
    id: string,
    change: (row: DraftRow | undefined) => DraftRow | undefined,
  ) => Promise<DraftRow | undefined>;
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
  /** Calls back when drafts may have changed, also by another tab; answers how to stop. */
  onChange: (listener: () => void) => () => void;
  runInLane: RunInLane;
  /** Takes a hold for this tab, until the returned function is called. */
  hold: (name: string) => () => void;
  /** Runs the work unless some tab has that hold; true when it ran. */
  unlessHeld: (name: string, run: () => Promise<unknown>) => Promise<boolean>;
  /** Tells the other tabs. */
  pass: (news: DraftNews) => void;
  /** Hears the other tabs; answers how to stop. */
  onPassed: (listener: (news: DraftNews) => void) => () => void;
  /** Nothing of the person is left on the device. */
  erase: () => Promise<void>;
}

/** Keeps them in this tab: typed text survives a reload, bytes do not. */
export const createTabDraftStore = (personId: string): DraftStore => {
  const name = `drafts:${personId}`;
  // Only ever written below.
  const rows = () => (readOwn(name) ?? []) as DraftRow[];
  const live = createMemoryCollection(rows());
  /** Puts rows in the place of one. */
  const put = (id: string, ...next: readonly (DraftRow | undefined)[]) => {
    const kept = [...rows().filter((row) => row.id !== id), ...next.flatMap((row) => row ?? [])];
    keepOwn(name, kept);
    live.set(kept);
  };
  const find = (id: string) => rows().find((row) => row.id === id);
  const blobs = new Map<string, Blob>();
  const held = new Map<string, number>();
  const blobName = (home: string, key: string) => JSON.stringify([home, key]);
  return {
    read: async () => rows(),
    change: async (id, change) => {
      const next = change(find(id));
      put(id, next);
      return next;
    },
    split: async (id, how) => {
      const before = find(id);
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
    onChange: live.subscribe,
    runInLane: createTabLanes(),
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
    pass: () => undefined,
    onPassed: () => () => undefined,
    erase: async () => {
      blobs.clear();
      dropOwn(name);
    },
  };
};
