import type { Content } from "@knowhow/shared";
import { emptyState, type SellingValues } from "../selling/sellingForm.ts";
import {
  entriesOf,
  withEntry,
  without,
  type Draft,
  type DraftFile,
  type DraftList,
  type DraftRow,
  type Transfer,
} from "./draft.ts";
import { createRows } from "./rows.ts";
import type { DraftOutcome, DraftStore, Room } from "./store.ts";
import { createTransfers } from "./transfers.ts";

/** What a form keeps. */
export interface Saved {
  id: string;
  contentId: string | null;
  contentVersion: string | null;
  values: SellingValues;
  /** The order of the entries; those that are not named stay, behind them. */
  fileKeys: readonly string[];
  previewKeys: readonly string[];
  /** Entries that the draft may not know yet, such as what the content is saved with. */
  stored?: readonly DraftFile[];
}

/** What became of publishing at first. */
export type Published =
  { as: "stored"; content: Content } | { as: "waiting" } | { as: "refused"; error: Error };

/** The drafts of one person on this device. */
export interface Drafts {
  /** Newest first; the same list until something changes. */
  read: () => readonly Draft[];
  /** Whether the device has been read. */
  isRead: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** How far a file is; the same object until it changes. */
  transferOf: (draftId: string, key: string) => Transfer | undefined;
  /** Keeps what is typed and the order of the entries. */
  save: (saved: Saved) => Promise<void>;
  /** Says that a screen edits it: nothing that was made elsewhere takes its place until the answer is called. */
  hold: (draftId: string) => () => void;
  /**
   * Keeps a file's bytes on the device and uploads it as soon as that is possible. Rejects with NoRoomError when the
   * device has no room; the file is then uploaded from this page's memory.
   */
  addFile: (draftId: string, list: DraftList, file: File, key: string) => Promise<void>;
  removeFile: (draftId: string, key: string) => Promise<void>;
  pause: (draftId: string, key: string) => void;
  /** Goes on with a paused upload; tries a failed or refused one again at once. */
  resume: (draftId: string, key: string) => void;
  /** The bytes of a file, as far as they are here. */
  blobOf: (draftId: string, key: string) => Promise<Blob | undefined>;
  /** Publishes: at once when all is up and there is a network; otherwise later, once. */
  publish: (draftId: string) => Promise<Published>;
  cancelPublishing: (draftId: string) => Promise<void>;
  remove: (draftId: string) => Promise<void>;
  /** What is used on the device and by each draft, in bytes. */
  usage: () => Promise<Room & { byDraft: ReadonlyMap<string, number> }>;
  /** Deletes the device's copies of what the server has, of one draft or of all. */
  free: (draftId?: string) => Promise<void>;
  /** Asks the browser to promise that it keeps drafts; true when it does. */
  persist: () => Promise<boolean>;
  /** Hears what became of what was published later: stored or refused. */
  hear: (hearer: (outcome: DraftOutcome) => void) => () => void;
  /** Uploads, publishes and compares with the server for as long as somebody wants that. */
  start: () => () => void;
  /** For good: nothing happens any more, whoever still wants it. */
  close: () => void;
  /** Closes it for good, and deletes the drafts from the device. */
  erase: () => Promise<void>;
}

const blank = (id: string): DraftRow => ({
  id,
  contentId: null,
  contentVersion: null,
  values: emptyState.values,
  files: [],
  previews: [],
  savedAt: Date.now(),
  version: 0,
});

const inOrder = (
  entries: readonly DraftFile[],
  keys: readonly string[],
  stored: readonly DraftFile[],
): readonly DraftFile[] => {
  const find = (key: string) => [...entries, ...stored].find((entry) => entry.key === key);
  return [...keys.flatMap((key) => find(key) ?? []), ...entries.filter(({ key }) => !keys.includes(key))];
};

const savedRow = (before: DraftRow | undefined, saved: Saved): DraftRow => {
  const { fileKeys, previewKeys, stored = [], id, contentId, contentVersion, values } = saved;
  const row = before ?? blank(id);
  const files = inOrder(row.files, fileKeys, stored);
  const previews = inOrder(row.previews, previewKeys, stored);
  const next = { ...row, contentId, contentVersion, values, files, previews };
  return before && JSON.stringify(next) === JSON.stringify(before)
    ? before
    : { ...next, savedAt: Date.now() };
};

/**
 * The drafts of one person, kept on the device as they are typed, with their files. Files go up when there is a
 * network, and what was to be published is published once, when all is there.
 */
export const createDrafts = (store: DraftStore): Drafts => {
  const listeners = new Set<() => void>();
  const hearers = new Set<(outcome: DraftOutcome) => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  let shown: readonly Draft[] = [];
  const rows = createRows(store, () => {
    shown = rows.all().filter(({ isGone }) => !isGone);
    notify();
  });
  const transfers = createTransfers(store, notify);
  /** Files that are in this page's memory only. */
  const inMemory = new Map<string, File>();

  const entryOf = (draftId: string, key: string): DraftFile | undefined => {
    const row = rows.find(draftId);
    return row && entriesOf(row).find((entry) => entry.key === key);
  };
  const patchEntry = (draftId: string, key: string, change: (entry: DraftFile) => DraftFile) =>
    rows.change(draftId, (row) => row && withEntry(row, key, change));

  return {
    read: () => shown,
    isRead: rows.isRead,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    transferOf: (draftId, key) => {
      const entry = entryOf(draftId, key);
      return entry && transfers.of(draftId, entry);
    },
    save: (saved) => rows.change(saved.id, (before) => savedRow(before, saved)),
    hold: (draftId) => store.hold(draftId),
    addFile: async (draftId, list, file, key) => {
      const { name, type, size, lastModified } = file;
      const entry: DraftFile = { key, name, type, size, lastModified, isKept: false };
      inMemory.set(key, file);
      transfers.tell(draftId, key, { as: "keeping", percent: 0 });
      const at = list === "file" ? "files" : "previews";
      void rows.change(draftId, (before) => {
        const row = before ?? blank(draftId);
        return { ...row, [at]: [...row[at], entry], savedAt: Date.now() };
      });
      try {
        await store.keepFile(draftId, key, file, (bytes) => {
          const percent = size === 0 ? 100 : Math.floor((bytes / size) * 100);
          transfers.tell(draftId, key, { as: "keeping", percent });
        });
        await patchEntry(draftId, key, (one) => ({ ...one, isKept: true }));
        inMemory.delete(key);
      } finally {
        transfers.tell(draftId, key, undefined);
      }
    },
    removeFile: async (draftId, key) => {
      const others = (entries: readonly DraftFile[]) => entries.filter((entry) => entry.key !== key);
      const home = entryOf(draftId, key)?.home ?? draftId;
      inMemory.delete(key);
      await rows.change(
        draftId,
        (row) =>
          row && {
            ...row,
            files: others(row.files),
            previews: others(row.previews),
            savedAt: Date.now(),
          },
      );
      await store.dropFile(home, key);
    },
    pause: (draftId, key) => void patchEntry(draftId, key, (entry) => ({ ...entry, isPaused: true })),
    resume: (draftId, key) => void patchEntry(draftId, key, (entry) => without(entry, "isPaused", "refusal")),
    blobOf: async (draftId, key) => {
      const entry = entryOf(draftId, key);
      if (!entry) return undefined;
      const { home = draftId, size = 0, type } = entry;
      return inMemory.get(key) ?? store.blobOf(home, key, size, type);
    },
    publish: async () => ({ as: "waiting" }),
    cancelPublishing: (draftId) => rows.change(draftId, (row) => row && without(row, "publishing")),
    remove: (draftId) => rows.change(draftId, () => undefined),
    usage: async () => ({ ...(await store.room()), byDraft: new Map() }),
    free: async () => undefined,
    persist: store.persist,
    hear: (hearer) => {
      hearers.add(hearer);
      return () => {
        hearers.delete(hearer);
      };
    },
    start: () => {
      const stop = store.onChange(() => void rows.reread());
      void rows.reread();
      return stop;
    },
    close: rows.close,
    erase: async () => {
      rows.close();
      await store.erase();
    },
  };
};
