import { isConnectionError, isSanction, messageOf } from "../../components/failure.ts";
import { without } from "../../client/without.ts";
import { endsSession, failureOf, isRefusal } from "../jobs/classifyFailure.ts";
import type { JobSource } from "../jobs/runner.ts";
import { objectKindOf } from "./fileRules.ts";
import { entriesOf, withEntry, type DraftFile, type DraftRow } from "./draft.ts";
import { heldFile } from "./held.ts";
import type { Rows } from "./rows.ts";
import type { DraftStore } from "./store.ts";
import type { Transfers } from "./transfers.ts";

/** Most files uploaded at the same time. */
const maxConcurrent = 2;
/** How often progress is reported, in milliseconds. */
const tellEvery = 150;

const lostMessage = "저장이 끝나기 전에 창이 닫혀 파일이 남아 있지 않습니다. 제거한 뒤 다시 선택해주세요.";

interface Wanted {
  row: DraftRow;
  entry: DraftFile;
  metadata: Record<string, string>;
}

interface UploadsInput {
  personId: string;
  store: DraftStore;
  rows: Rows;
  transfers: Transfers;
  /** Files that are in this page's memory only. */
  inMemory: ReadonlyMap<string, Blob>;
  /** A file is on the server, or never will be: its bytes need not be in memory any more. */
  onSettled: (key: string) => void;
}

const metadataOf = (row: DraftRow, entry: DraftFile): Record<string, string> => {
  const position = row.files.indexOf(entry);
  return {
    kind: position < 0 ? objectKindOf("preview", 0) : objectKindOf("file", position),
    filename: entry.name,
    filetype: entry.type || "application/octet-stream",
    draftId: row.id,
  };
};

/** Files to upload, those of drafts to publish first. */
const wantedOf = (rows: readonly DraftRow[]): Wanted[] =>
  rows
    .filter(({ isGone }) => !isGone)
    .sort((one, other) => Number(Boolean(other.publishing)) - Number(Boolean(one.publishing)))
    .flatMap((row) =>
      entriesOf(row)
        .filter((entry) => entry.objectPath === undefined && entry.refusal === undefined && !entry.isPaused)
        .map((entry) => ({ row, entry, metadata: metadataOf(row, entry) })),
    );

const prefix = "file:";

/** The lane of a file. */
export const laneOfFile = (key: string): string => prefix + key;

/** Whether a lane is one of a file. */
export const isFileLane = (lane: string): boolean => lane.startsWith(prefix);

/**
 * Uploads files, a few at a time: kept ones in any tab, those in a page's memory by that page. Each is resumed where it
 * stopped.
 */
export const createUploads = (input: UploadsInput) => {
  const { personId, store, rows, transfers, inMemory, onSettled } = input;

  const patch = (draftId: string, key: string, change: (entry: DraftFile) => DraftFile) =>
    rows.change(draftId, (row) => row && withEntry(row, key, change));
  /** Notes on the device how far it is, for a page that did not see the upload. */
  const noteSent = (draftId: string, key: string) => {
    const sent = transfers.sentOf(key);
    if (sent !== undefined) void patch(draftId, key, (one) => (one.uploadUrl ? { ...one, sent } : one));
  };
  const wanted = () =>
    navigator.onLine
      ? wantedOf(rows.all()).filter(({ entry }) => inMemory.has(entry.key) || entry.isKept)
      : [];

  const send = async ({ row, entry, metadata }: Wanted, signal: AbortSignal): Promise<string | undefined> => {
    const { key, home = row.id, size = 0, type, uploadUrl } = entry;
    const blob = inMemory.get(key) ?? (await store.blobOf(home, key, size, type));
    if (!blob) {
      await patch(row.id, key, (one) => ({ ...one, isKept: false, refusal: lostMessage }));
      return undefined;
    }
    const { uploadResumably } = await import("../../client/resumable.ts");
    const startedAt = performance.now();
    let first: number | undefined;
    let toldAt = 0;
    return uploadResumably(blob, {
      personId,
      metadata,
      uploadUrl,
      signal,
      onUrl: (next) => void patch(row.id, key, (one) => ({ ...one, uploadUrl: next })),
      onProgress: (loaded) => {
        first ??= loaded;
        const now = performance.now();
        if (now - toldAt < tellEvery && loaded < blob.size) return;
        toldAt = now;
        const seconds = Math.max((now - startedAt) / 1_000, 0.001);
        const percent = blob.size === 0 ? 100 : Math.floor((loaded / blob.size) * 100);
        const progress = { loaded, total: blob.size, percent, bytesPerSecond: (loaded - first) / seconds };
        transfers.tell(key, { status: "uploading", progress });
      },
    });
  };
  const run = async (lane: string, signal: AbortSignal): Promise<void> => {
    // Another tab may have uploaded it.
    await rows.reread();
    const found = wanted().find(({ entry }) => laneOfFile(entry.key) === lane);
    if (!found) return;
    const { row, entry } = found;
    const { key } = entry;
    try {
      const objectPath = await send(found, signal);
      if (objectPath === undefined) return;
      await patch(row.id, key, (one) => ({ ...without(one, "uploadUrl", "sent"), objectPath }));
      onSettled(key);
      transfers.tell(key, undefined);
    } catch (thrown) {
      if (signal.aborted) {
        noteSent(row.id, key);
        transfers.tell(key, undefined);
        return;
      }
      const error = failureOf(thrown);
      // A sanction is not about the file: it ends some day.
      if (isRefusal(error) && !isSanction(error)) {
        await patch(row.id, key, (one) => ({
          ...without(one, "uploadUrl", "sent"),
          refusal: messageOf(error),
        }));
        onSettled(key);
        transfers.tell(key, undefined);
        return;
      }
      noteSent(row.id, key);
      const isQuiet = endsSession(error) || (isConnectionError(error) && error.isOffline);
      if (isQuiet) transfers.tell(key, undefined);
      else if (isConnectionError(error)) transfers.tell(key, { status: "waiting", isCut: true });
      else transfers.tell(key, { status: "failed", message: messageOf(error) });
      throw error;
    }
  };
  const source: JobSource = {
    lanes: () => wanted().map(({ entry }) => ({ name: laneOfFile(entry.key), at: 0 })),
    run,
    maxConcurrent,
    isInterruptible: true,
  };
  return {
    source,
    /** Marks files whose bytes were in the memory of a page that is gone. */
    markLost: async (): Promise<void> => {
      for (const { row, entry } of wantedOf(rows.all()))
        if (!entry.isKept && !inMemory.has(entry.key))
          await store.unlessHeld(heldFile(entry.key), () =>
            patch(row.id, entry.key, (one) => (one.isKept ? one : { ...one, refusal: lostMessage })),
          );
    },
  };
};
