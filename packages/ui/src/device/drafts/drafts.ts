import { createLiveValue } from "../../client/liveValue.ts";
import { readNote, writeNote } from "../../client/notes.ts";
import { without } from "../../client/without.ts";
import { createRunner } from "../jobs/runner.ts";
import { guardPage } from "../update/guardPage.ts";
import {
  entriesOf,
  toTombstone,
  NoRoomError,
  UnkeptError,
  withEntry,
  type Draft,
  type DraftFile,
  type DraftList,
  type DraftRow,
  type Transfer,
} from "./draft.ts";
import { heldDraft, heldFile } from "./held.ts";
import { isToPublish } from "./isToPublish.ts";
import { createPublishing } from "./publishing.ts";
import { createRows } from "./rows.ts";
import { changedRow, openRow, savedRow, type Saved } from "./savedRow.ts";
import { isNamedThere, isUnsaved } from "./serverCopy.ts";
import type { DraftNews, DraftOutcome, DraftStore } from "./store.ts";
import { createSyncing } from "./syncing.ts";
import { createTransfers } from "./transfers.ts";
import { createUploads, isFileLane, laneOfFile } from "./uploads.ts";

/** Whether this device has already asked the browser for durable storage; it asks once. */
const askedName = "knowhow-asked-to-keep";
/**
 * The drafts of one person, kept on the device as they are typed, with their files. Files are uploaded when there is a
 * network, and a draft is published once, when all its files are uploaded.
 */
export const createDrafts = (store: DraftStore, personId: string) => {
  const hearers = new Set<(outcome: DraftOutcome) => void>();
  const shown = createLiveValue<readonly Draft[]>([]);
  let isClosed = false;
  const rows = createRows(store, () => {
    shown.set(rows.all().filter(({ isGone }) => !isGone));
    runner.look();
  });
  const transfers = createTransfers(store, () => shown.set(shown.getSnapshot()));
  /** Files chosen on this page, until they are kept or uploaded; `release` gives up the hold on one. */
  const fresh = new Map<string, { file: File; release: () => void }>();
  /** Those of them that the device has no room for. */
  const inMemory = new Map<string, File>();
  const release = (key: string) => {
    fresh.get(key)?.release();
    fresh.delete(key);
    inMemory.delete(key);
  };
  const tell = (outcome: DraftOutcome) => {
    for (const hear of hearers) hear(outcome);
  };
  const dropBytes = async (row: DraftRow): Promise<void> => {
    for (const { key, home = row.id, isKept } of entriesOf(row)) {
      release(key);
      if (isKept) await store.dropFile(home, key);
    }
  };
  const runNow = (lane: string) => runner.run(lane);
  const uploads = createUploads({ personId, store, rows, transfers, inMemory, onSettled: release });
  const publishing = createPublishing({ personId, store, rows, tell, dropBytes, runNow });
  const syncing = createSyncing({ personId, store, rows, dropBytes, isOn: () => runner.isOn(), runNow });

  const isInMemory = (row: DraftRow): boolean => {
    const { publishing } = row;
    const waits = publishing !== undefined && publishing.refusal === undefined;
    return (
      (rows.isUnkept(row.id) && (waits || isUnsaved(row))) ||
      entriesOf(row).some(
        ({ key, isKept, objectPath, refusal }) =>
          fresh.has(key) && !isKept && objectPath === undefined && refusal === undefined,
      )
    );
  };
  const isAtRisk = () => rows.all().some((row) => !row.isGone && isInMemory(row));
  const leaveAlone = guardPage({ isAtRisk, isMoving: () => runner.isRunning(isFileLane) });

  const hearNews = (news: DraftNews) => {
    if (news.status === "transfer") transfers.hear(news.key, news.transfer);
    else if (news.status === "retry") runner.retry(laneOfFile(news.key));
    else if (!publishing.hearStored(news.draft.id, news.content))
      // A form decides by the present rows.
      void rows.reread().then(() => tell({ ...news, isElsewhere: true }));
  };
  const findLost = () => uploads.markLost().catch(console.warn);
  const runner = createRunner({
    sources: [uploads.source, publishing.source, syncing.source],
    runInLane: store.runInLane,
    onBegin: () => {
      syncing.expectChanges();
      void rows
        .reread()
        .then(async () => {
          if (!isClosed) await store.sweep();
        })
        .catch(console.warn)
        .then(findLost);
      const { onChange, onPassed } = store;
      return [onChange(() => void rows.reread()), onPassed(hearNews), publishing.stopAwaiting];
    },
    onBack: syncing.expectChanges,
    onLook: () => {
      syncing.look();
      void findLost().then(runner.look);
    },
  });
  const close = () => {
    isClosed = true;
    runner.close();
    leaveAlone();
    rows.close();
    for (const key of [...fresh.keys()]) release(key);
  };

  const entryOf = (draftId: string, key: string): DraftFile | undefined => {
    const row = rows.find(draftId);
    return row && entriesOf(row).find((entry) => entry.key === key);
  };
  const patchEntry = (draftId: string, key: string, change: (entry: DraftFile) => DraftFile) =>
    rows.change(draftId, (row) => row && withEntry(row, key, change));
  /** The draft that has a file in its lists: another one than before, where it became a copy after a conflict. */
  const rowWith = (key: string) =>
    rows.all().find((row) => entriesOf(row).some((entry) => entry.key === key));
  const abandon = async (entries: readonly DraftFile[]): Promise<void> => {
    const begun = entries.filter(({ objectPath }) => objectPath === undefined);
    for (const { uploadUrl } of begun)
      if (uploadUrl !== undefined && navigator.onLine)
        await (await import("../../client/resumable.ts")).abandonUpload(uploadUrl, personId);
  };
  const keep = async (draftId: string, key: string, file: File): Promise<void> => {
    const total = Math.max(file.size, 1);
    await store.keepFile(draftId, key, file, (bytes) => {
      // The person is signing out: the written bytes are deleted again.
      if (isClosed) throw new UnkeptError();
      transfers.tell(key, { status: "keeping", percent: Math.floor((bytes / total) * 100) });
    });
    const row = rowWith(key);
    if (!row) {
      // Removed from the list meanwhile.
      await store.dropFile(draftId, key);
      return;
    }
    await patchEntry(row.id, key, (entry) => ({ ...entry, isKept: true }));
    release(key);
    if (readNote(askedName) !== null) return;
    writeNote(askedName, "1");
    void store.persist().catch(() => false);
  };

  return {
    /** Newest first; the same list until something changes. */
    read: shown.getSnapshot,
    /** Whether the device has been read. */
    isRead: rows.isRead,
    subscribe: shown.subscribe,
    /** One as the device has it: without changes that are not written yet. */
    keptOf: (draftId: string): Draft | undefined => {
      const row = rows.kept(draftId);
      return row?.isGone ? undefined : row;
    },
    /** Whether the device did not take the last change of one: it is in this page's memory. */
    isUnkept: rows.isUnkept,
    /** How far a file is; the same object until it changes. */
    transferOf: (draftId: string, key: string): Transfer | undefined => {
      const entry = entryOf(draftId, key);
      return entry && transfers.of(entry);
    },
    /** Keeps the typed values and the order of the entries. A changed draft does not wait to be published any more. */
    save: async (saved: Saved): Promise<void> => {
      const isKept = await rows.change(saved.id, (before) => savedRow(before, saved));
      if (!isKept && !isClosed) throw new NoRoomError();
    },
    /** Marks it as edited by a screen: no version from elsewhere replaces it until the returned function is called. */
    hold: (draftId: string) => store.hold(heldDraft(draftId)),
    /**
     * Keeps a file's bytes on the device and uploads it as soon as that is possible. Rejects with UnkeptError when the
     * device does not take it, NoRoomError when that is for want of room; it is then uploaded from this page's memory.
     */
    addFile: async (draftId: string, list: DraftList, file: File, key: string): Promise<void> => {
      runner.begin();
      const { name, type, size, lastModified } = file;
      const entry: DraftFile = { key, name, type, size, lastModified, isKept: false };
      fresh.set(key, { file, release: store.hold(heldFile(key)) });
      transfers.tell(key, { status: "keeping", percent: 0 });
      const at = list === "file" ? "files" : "previews";
      try {
        // The draft first: bytes that no draft has in its lists are swept.
        await rows.change(draftId, (before) => {
          const row = openRow(draftId, before);
          // The entry is there already: it was read back while it was being written.
          if (row[at].some((one) => one.key === key)) return row;
          return changedRow({ ...row, [at]: [...row[at], entry] });
        });
        await keep(draftId, key, file);
      } catch (error) {
        if (fresh.has(key)) inMemory.set(key, file);
        // Lets other tabs tell a file that is still being written from one that never will be.
        const row = rowWith(key);
        if (row) await patchEntry(row.id, key, (one) => ({ ...one, isMemoryOnly: true }));
        throw error instanceof UnkeptError ? error : new UnkeptError(error);
      } finally {
        transfers.tell(key, undefined);
        runner.look();
      }
    },
    removeFile: async (draftId: string, key: string): Promise<void> => {
      const entry = entryOf(draftId, key);
      if (!entry) return;
      const others = (entries: readonly DraftFile[]) => entries.filter((one) => one.key !== key);
      await rows.change(draftId, (row) => {
        if (!row) return undefined;
        const { files, previews } = row;
        return changedRow({ ...row, files: others(files), previews: others(previews) });
      });
      release(key);
      if (entry.isKept) await store.dropFile(entry.home ?? draftId, key);
      await abandon([entry]);
    },
    pause: (draftId: string, key: string) =>
      void patchEntry(draftId, key, (entry) => ({ ...entry, isPaused: true })),
    /** Goes on with a paused upload; tries a failed or refused one again at once. */
    resume: (draftId: string, key: string): void => {
      runner.begin();
      void patchEntry(draftId, key, (entry) => without(entry, "isPaused", "refusal"));
      runner.retry(laneOfFile(key));
      store.pass({ status: "retry", key });
    },
    /** The bytes of a file, as far as they are here. */
    blobOf: async (draftId: string, key: string): Promise<Blob | undefined> => {
      const entry = entryOf(draftId, key);
      const chosen = fresh.get(key)?.file;
      if (!entry?.isKept || chosen) return chosen;
      const { home = draftId, size = 0, type } = entry;
      return store.blobOf(home, key, size, type);
    },
    /**
     * Publishes: at once when all files are uploaded and there is a network; otherwise later, once. The reason of a
     * refusal is kept with the draft, unless the caller shows it (`isShown`).
     */
    publish: (draftId: string, isShown = false) => {
      runner.begin();
      return publishing.publish(draftId, isShown);
    },
    cancelPublishing: publishing.cancel,
    remove: async (draftId: string): Promise<void> => {
      const row = rows.find(draftId);
      if (!row) return;
      await rows.change(draftId, (one) => one && toTombstone(one));
      await dropBytes(row);
      await abandon(entriesOf(row));
    },
    /** Used space of the device and of each draft, in bytes. */
    usage: async () => {
      const sizeOf = (row: DraftRow) =>
        entriesOf(row).reduce((sum, { isKept, size }) => sum + (isKept ? (size ?? 0) : 0), 0);
      return { ...(await store.room()), byDraft: new Map(rows.all().map((row) => [row.id, sizeOf(row)])) };
    },
    /** Deletes the device's copies of files that the server keeps with its draft, of one draft or of all. */
    free: async (draftId?: string): Promise<void> => {
      for (const row of rows.all().filter(({ id }) => draftId === undefined || id === draftId))
        for (const entry of entriesOf(row)) {
          const { key, home = row.id, isKept } = entry;
          if (!isKept || !isNamedThere(row, entry)) continue;
          await patchEntry(row.id, key, (one) => ({ ...one, isKept: false }));
          await store.dropFile(home, key);
        }
    },
    /** Asks the browser to promise that it keeps drafts; true when it does. */
    persist: store.persist,
    /** Whether closing this page would lose something that neither the device nor the server has. */
    isAtRisk,
    /** What a sign-out would lose: drafts that wait to be published, and others that are not with the server. */
    leftBehind: async () => {
      await rows.reread();
      await syncing.flush();
      const waits = rows.all().filter(isToPublish);
      const others = rows.all().filter((row) => !isToPublish(row) && isUnsaved(row));
      return { waiting: waits.length, unsaved: others.length };
    },
    /** Hears the outcome of publishing that happened later or in another tab: stored or refused. */
    hear: (hearer: (outcome: DraftOutcome) => void) => {
      hearers.add(hearer);
      return () => {
        hearers.delete(hearer);
      };
    },
    /** Uploads, publishes and compares with the server until the returned function is called. */
    start: () => {
      syncing.look();
      runner.look();
      return runner.start();
    },
    /** For good: nothing happens any more, even where `start` was called. */
    close,
    /** Closes it for good, and deletes the drafts from the device. */
    erase: async () => {
      close();
      await store.erase();
    },
  };
};

/** The drafts of one person on this device. */
export type Drafts = ReturnType<typeof createDrafts>;
