import { isConnectionError, isSanction, messageOf } from "../../components/failure.ts";
import { readNote, writeNote } from "../../client/notes.ts";
import { without } from "../../client/without.ts";
import { endsSession, failureOf, isRefusal } from "../jobs/classifyFailure.ts";
import type { JobSource } from "../jobs/runner.ts";
import { objectKindOf, type ListKind } from "./fileRules.ts";
import {
  changedRow,
  entriesOf,
  heldFile,
  openRow,
  UnkeptError,
  withEntries,
  type DraftFile,
  type DraftRow,
  type Transfer,
} from "./draft.ts";
import type { DraftRows } from "./rows.ts";
import { isNamedThere } from "./serverCopy.ts";
import type { DraftStore } from "./store.ts";

/** Most files uploaded at the same time. */
const maxConcurrent = 2;
/** How often progress is reported, in milliseconds. */
const tellEvery = 150;
/** Whether this device has already asked the browser for durable storage; it asks once. */
const askedName = "knowhow-asked-to-keep";

const lostMessage = "저장이 끝나기 전에 창이 닫혀 파일이 남아 있지 않습니다. 제거한 뒤 다시 선택해주세요.";

const done: Transfer = { status: "done" };

interface Wanted {
  row: DraftRow;
  entry: DraftFile;
}

/** Files to upload, those of drafts to publish first. */
const wantedOf = (rows: readonly DraftRow[]): Wanted[] =>
  rows
    .filter(({ isGone }) => !isGone)
    .sort((one, other) => Number(Boolean(other.publishing)) - Number(Boolean(one.publishing)))
    .flatMap((row) =>
      entriesOf(row)
        .filter((entry) => entry.objectPath === undefined && entry.refusal === undefined && !entry.isPaused)
        .map((entry) => ({ row, entry })),
    );

const metadataOf = ({ row, entry }: Wanted): Record<string, string> => {
  const position = row.files.indexOf(entry);
  return {
    kind: position < 0 ? objectKindOf("preview", 0) : objectKindOf("file", position),
    filename: entry.name,
    filetype: entry.type || "application/octet-stream",
    draftId: row.id,
  };
};

const prefix = "file:";

/** The lane of a file. */
export const laneOfFile = (key: string): string => prefix + key;

/** Whether a lane is one of a file. */
export const isFileLane = (lane: string): boolean => lane.startsWith(prefix);

/** Store and runner, for files, publishing and syncing. */
export interface DraftParts {
  personId: string;
  store: DraftStore;
  rows: DraftRows;
  /** Works again, as after a session that ended for now. */
  begin: () => void;
  /** A failed lane is tried again at once. */
  retry: (lane: string) => void;
  /** The same; resolves when that is over. */
  runNow: (lane: string) => Promise<void>;
}

/**
 * The files of a person's drafts: kept on the device, and uploaded a few at a time. Kept ones are uploaded by any tab,
 * those in a page's memory by that page. Each is resumed where it stopped. `onShown`: a transfer is shown otherwise.
 */
export const createFiles = ({ personId, store, rows, begin, retry }: DraftParts, onShown: () => void) => {
  /** Files chosen on this page, until they are kept or uploaded; `release` gives up the hold on one. */
  const fresh = new Map<string, { file: File; release: () => void }>();
  /** Files that are moving, here or in another tab. */
  const moving = new Map<string, Transfer>();
  const known = new Map<string, Transfer>();
  let isClosed = false;

  const release = (key: string) => {
    fresh.get(key)?.release();
    fresh.delete(key);
  };
  const put = (key: string, transfer: Transfer | undefined) => {
    if (transfer) moving.set(key, transfer);
    else if (!moving.delete(key)) return;
    onShown();
  };
  /** Sets the state of a transfer here, and tells the other tabs; undefined: none any more. */
  const tell = (key: string, transfer: Transfer | undefined) => {
    put(key, transfer);
    store.pass({ status: "transfer", key, transfer });
  };
  const entryOf = (draftId: string, key: string): DraftFile | undefined => {
    const row = rows.find(draftId);
    return row && entriesOf(row).find((entry) => entry.key === key);
  };
  /** The draft that has a file in its lists: another one than before, where it became a copy after a conflict. */
  const rowWith = (key: string) =>
    rows.all().find((row) => entriesOf(row).some((entry) => entry.key === key));
  /** Whether this tab can upload it. One that is being written to the device has to wait. */
  const hasBytes = ({ key, isKept, isMemoryOnly }: DraftFile): boolean =>
    isKept || (isMemoryOnly === true && fresh.has(key));
  const bytesOf = (draftId: string, { key, home = draftId, size = 0, type }: DraftFile) =>
    store.blobOf(home, key, size, type);
  /** A file is not needed any more: its bytes go, and the rest of its upload does not come. */
  const drop = async (home: string, { key, isKept, objectPath, uploadUrl }: DraftFile): Promise<void> => {
    release(key);
    if (isKept) await store.dropFile(home, key);
    if (objectPath === undefined && uploadUrl !== undefined && navigator.onLine)
      await (await import("../../client/resumable.ts")).abandonUpload(uploadUrl, personId);
  };

  const same = (transfer: Transfer): Transfer => {
    const name = JSON.stringify(transfer);
    const before = known.get(name);
    if (before) return before;
    known.set(name, transfer);
    return transfer;
  };
  const transferOf = ({
    key,
    objectPath,
    refusal,
    isPaused,
    uploadUrl,
    sent: before,
  }: DraftFile): Transfer => {
    if (objectPath !== undefined) return done;
    if (refusal !== undefined) return same({ status: "refused", message: refusal });
    const now = moving.get(key);
    if (now?.status === "keeping") return now;
    const sent = now?.status === "uploading" ? now.progress.loaded : before;
    // Without an upload to resume, it starts over.
    const reached = uploadUrl === undefined || !sent ? {} : { sent };
    if (isPaused) return same({ status: "paused", ...reached });
    return now && now.status !== "waiting" ? now : same({ status: "waiting", ...now, ...reached });
  };

  const keep = async (draftId: string, key: string, file: File): Promise<void> => {
    const total = Math.max(file.size, 1);
    await store.keepFile(draftId, key, file, (bytes) => {
      // The person is signing out: the written bytes are deleted again.
      if (isClosed) throw new UnkeptError();
      tell(key, { status: "keeping", percent: Math.floor((bytes / total) * 100) });
    });
    const row = rowWith(key);
    if (!row) {
      // Removed from the list meanwhile.
      await store.dropFile(draftId, key);
      return;
    }
    await rows.patchEntry(row.id, key, (entry) => ({ ...entry, isKept: true }));
    release(key);
    if (readNote(askedName) !== null) return;
    writeNote(askedName, "1");
    void store.persist().catch(() => false);
  };

  const send = async (wanted: Wanted, signal: AbortSignal): Promise<string | undefined> => {
    const { row, entry } = wanted;
    const { key, uploadUrl } = entry;
    const blob = entry.isKept ? await bytesOf(row.id, entry) : fresh.get(key)?.file;
    if (!blob) return undefined;
    const { uploadResumably } = await import("../../client/resumable.ts");
    const startedAt = performance.now();
    let first: number | undefined;
    let toldAt = 0;
    return uploadResumably(blob, {
      personId,
      metadata: metadataOf(wanted),
      uploadUrl,
      signal,
      onUrl: (next) => rows.patchEntry(row.id, key, (one) => ({ ...one, uploadUrl: next })),
      onProgress: (loaded) => {
        first ??= loaded;
        const now = performance.now();
        if (now - toldAt < tellEvery && loaded < blob.size) return;
        toldAt = now;
        const seconds = Math.max((now - startedAt) / 1_000, 0.001);
        const percent = blob.size === 0 ? 100 : Math.floor((loaded / blob.size) * 100);
        const progress = { loaded, total: blob.size, percent, bytesPerSecond: (loaded - first) / seconds };
        tell(key, { status: "uploading", progress });
      },
    });
  };
  const wanted = () => (navigator.onLine ? wantedOf(rows.all()).filter(({ entry }) => hasBytes(entry)) : []);
  const run = async (lane: string, signal: AbortSignal): Promise<void> => {
    // Another tab may have uploaded it.
    await rows.reread();
    const found = wanted().find(({ entry }) => laneOfFile(entry.key) === lane);
    if (!found) return;
    const { row, entry } = found;
    const { key } = entry;
    let rest: Transfer | undefined;
    const end = async (outcome: Partial<DraftFile>) => {
      await rows.patchEntry(row.id, key, (one) => ({ ...without(one, "uploadUrl", "sent"), ...outcome }));
      release(key);
    };
    try {
      const objectPath = await send(found, signal);
      await end(objectPath === undefined ? { isKept: false, refusal: lostMessage } : { objectPath });
    } catch (thrown) {
      const error = failureOf(thrown);
      // A sanction is not about the file: it ends some day.
      if (!signal.aborted && isRefusal(error) && !isSanction(error)) {
        await end({ refusal: messageOf(error) });
        return;
      }
      const last = moving.get(key);
      // For a page that did not see the upload.
      if (last?.status === "uploading" && last.progress.loaded > 0)
        void rows.patchEntry(row.id, key, (one) =>
          one.uploadUrl ? { ...one, sent: last.progress.loaded } : one,
        );
      if (signal.aborted) return;
      const isCut = isConnectionError(error);
      if (!endsSession(error) && !(isCut && error.isOffline))
        rest = isCut ? { status: "waiting", isCut } : { status: "failed", message: messageOf(error) };
      throw error;
    } finally {
      tell(key, rest);
    }
  };
  const source: JobSource = {
    lanes: () => wanted().map(({ entry }) => ({ name: laneOfFile(entry.key), at: 0 })),
    run,
    maxConcurrent,
    isInterruptible: true,
  };

  /** What screens do with them. */
  const acts = {
    /** How far a file is; the same object until it changes. */
    transferOf: (draftId: string, key: string): Transfer | undefined => {
      const entry = entryOf(draftId, key);
      return entry && transferOf(entry);
    },
    /**
     * Keeps a file's bytes on the device and uploads it as soon as that is possible. Rejects with UnkeptError when the
     * device does not take it, NoRoomError when that is for want of room; it is then uploaded from this page's memory.
     */
    addFile: async (draftId: string, list: ListKind, file: File, key: string): Promise<void> => {
      begin();
      const { name, type, size, lastModified } = file;
      const entry: DraftFile = { key, name, type, size, lastModified, isKept: false };
      fresh.set(key, { file, release: store.hold(heldFile(key)) });
      tell(key, { status: "keeping", percent: 0 });
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
        // Lets other tabs tell a file that is still being written from one that never will be.
        await rows.patchEntry(rowWith(key)?.id ?? draftId, key, (one) => ({ ...one, isMemoryOnly: true }));
        throw error instanceof UnkeptError ? error : new UnkeptError(error);
      } finally {
        tell(key, undefined);
      }
    },
    removeFile: async (draftId: string, key: string): Promise<void> => {
      const entry = entryOf(draftId, key);
      if (!entry) return;
      await rows.patch(draftId, (row) =>
        changedRow(withEntries(row, (one) => (one.key === key ? undefined : one))),
      );
      await drop(entry.home ?? draftId, entry);
    },
    pause: (draftId: string, key: string) =>
      void rows.patchEntry(draftId, key, (entry) => ({ ...entry, isPaused: true })),
    /** Goes on with a paused upload; tries a failed or refused one again at once. */
    resume: (draftId: string, key: string): void => {
      begin();
      void rows.patchEntry(draftId, key, (entry) => without(entry, "isPaused", "refusal"));
      retry(laneOfFile(key));
      store.pass({ status: "retry", key });
    },
    /** The bytes of a file, as far as they are here. */
    blobOf: async (draftId: string, key: string): Promise<Blob | undefined> => {
      const entry = entryOf(draftId, key);
      const chosen = fresh.get(key)?.file;
      return entry?.isKept && !chosen ? bytesOf(draftId, entry) : chosen;
    },
    /** Deletes the device's copies of files that the server keeps with its draft, of one draft or of all. */
    free: async (draftId?: string): Promise<void> => {
      for (const row of rows.all().filter(({ id }) => draftId === undefined || id === draftId))
        for (const entry of entriesOf(row)) {
          const { key, home = row.id, isKept } = entry;
          if (!isKept || !isNamedThere(row, entry)) continue;
          await rows.patchEntry(row.id, key, (one) => ({ ...one, isKept: false }));
          await store.dropFile(home, key);
        }
    },
  };
  return {
    source,
    acts,
    /** Sets the state of a transfer that another tab reports. */
    hear: put,
    /** Whether a file would be lost with this page. */
    isInMemory: ({ key }: DraftFile): boolean => fresh.has(key),
    /** Marks files as lost: their bytes were in the memory of a closed page. */
    markLost: async (): Promise<void> => {
      for (const { row, entry } of wantedOf(rows.all()))
        if (!hasBytes(entry))
          await store.unlessHeld(heldFile(entry.key), () =>
            rows.patchEntry(row.id, entry.key, (one) =>
              one.isKept ? one : { ...one, refusal: lostMessage },
            ),
          );
    },
    /** The draft is gone, and its files with it. */
    dropAll: async (row: DraftRow): Promise<void> => {
      for (const entry of entriesOf(row)) await drop(entry.home ?? row.id, entry);
    },
    /** Nothing more is written. */
    close: () => {
      isClosed = true;
      for (const key of [...fresh.keys()]) release(key);
    },
  };
};
