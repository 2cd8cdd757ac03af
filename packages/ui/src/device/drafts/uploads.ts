import { isConnectionError, isSanction, messageOf } from "../../components/failure.ts";
import { onRecovery } from "../../client/responseCache.ts";
import { without } from "../../client/without.ts";
import { endsSession, failureOf, isRefusal } from "../jobs/classifyFailure.ts";
import { dueAt, delayOf, wakeAt } from "../jobs/backoff.ts";
import { objectKindOf } from "./fileRules.ts";
import { entriesOf, withEntry, type DraftFile, type DraftRow } from "./draft.ts";
import { heldFile } from "./held.ts";
import type { Rows } from "./rows.ts";
import type { DraftStore } from "./store.ts";
import type { Transfers } from "./transfers.ts";

/** Most files uploaded at the same time. */
const mostAtOnce = 2;
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
  /** Nothing can be sent before the person has signed in again. */
  onSessionEnd: () => void;
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

/**
 * Uploads files, a few at a time: kept ones in one tab at a time, those in a page's memory by that page. Each is
 * resumed where it stopped; without an answer it is retried, less and less often.
 */
export const createUploads = (input: UploadsInput) => {
  const { personId, store, rows, transfers, inMemory, onSettled, onSessionEnd } = input;
  const running = new Map<string, { draftId: string; controller: AbortController }>();
  const pauses = new Map<string, { attempts: number; notBefore: number }>();
  let lead: AbortController | undefined;
  let isLeader = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const patch = (draftId: string, key: string, change: (entry: DraftFile) => DraftFile) =>
    rows.change(draftId, (row) => row && withEntry(row, key, change));
  /** Notes on the device how far it is, for a page that did not see the upload. */
  const noteSent = (draftId: string, key: string) => {
    const sent = transfers.sentOf(key);
    if (sent !== undefined) void patch(draftId, key, (one) => (one.uploadUrl ? { ...one, sent } : one));
  };
  const isOurs = ({ entry }: Wanted) => inMemory.has(entry.key) || (entry.isKept && isLeader);

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
  const run = async (wanted: Wanted): Promise<void> => {
    const { row, entry } = wanted;
    const { key } = entry;
    const controller = new AbortController();
    running.set(key, { draftId: row.id, controller });
    try {
      const objectPath = await send(wanted, controller.signal);
      if (objectPath === undefined) return;
      await patch(row.id, key, (one) => ({ ...without(one, "uploadUrl", "sent"), objectPath }));
      pauses.delete(key);
      onSettled(key);
      transfers.tell(key, undefined);
    } catch (thrown) {
      if (controller.signal.aborted) {
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
      if (endsSession(error)) {
        transfers.tell(key, undefined);
        onSessionEnd();
        return;
      }
      noteSent(row.id, key);
      const attempts = (pauses.get(key)?.attempts ?? 0) + 1;
      pauses.set(key, { attempts, notBefore: Date.now() + delayOf(attempts, error) });
      if (!isConnectionError(error)) transfers.tell(key, { status: "failed", message: messageOf(error) });
      else transfers.tell(key, error.isOffline ? undefined : { status: "waiting", isCut: true });
    } finally {
      running.delete(key);
      wake();
    }
  };
  /** Stops unwanted uploads, and begins wanted ones. */
  const wake = (): void => {
    clearTimeout(timer);
    const wanted = lead === undefined || !navigator.onLine ? [] : wantedOf(rows.all()).filter(isOurs);
    for (const [key, { draftId, controller }] of running)
      if (!wanted.some(({ row, entry }) => row.id === draftId && entry.key === key))
        controller.abort(new DOMException("The upload is not wanted any more.", "AbortError"));
    const now = Date.now();
    const later: number[] = [];
    for (const one of wanted) {
      const notBefore = dueAt(pauses.get(one.entry.key)?.notBefore ?? 0);
      if (running.has(one.entry.key)) continue;
      if (notBefore > now) later.push(notBefore);
      else if (running.size < mostAtOnce) void run(one);
    }
    if (later.length > 0) timer = wakeAt(Math.min(...later), wake, 100);
  };
  /** Marks files whose bytes were in the memory of a page that is gone. */
  const markLost = async (): Promise<void> => {
    for (const { row, entry } of wantedOf(rows.all()))
      if (!entry.isKept && !inMemory.has(entry.key))
        await store.unlessHeld(heldFile(entry.key), () =>
          patch(row.id, entry.key, (one) => (one.isKept ? one : { ...one, refusal: lostMessage })),
        );
  };
  /** Forgets the reports of other tabs. */
  const forgetTold = () => transfers.clear((key) => running.has(key) || pauses.has(key));
  const leading = async (signal: AbortSignal): Promise<void> => {
    isLeader = true;
    forgetTold();
    store.pass({ status: "lead" });
    try {
      await rows.reread();
      await store.sweep();
      await markLost();
      wake();
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    } finally {
      isLeader = false;
    }
  };
  let isAsking = false;
  /** Asks to be the uploading tab, and waits for that. */
  const askToLead = () => {
    const signal = lead?.signal;
    if (isAsking || !signal) return;
    isAsking = true;
    store
      .alone("upload", () => leading(signal), signal)
      .catch((error: unknown) => {
        // The store's code could not be loaded, perhaps: asked again when the network is back.
        if (!signal.aborted) console.warn(error);
      })
      .finally(() => {
        isAsking = false;
        // Stopped and started again meanwhile.
        if (lead && lead.signal !== signal) askToLead();
      });
  };
  const tryAgain = () => {
    pauses.clear();
    askToLead();
    wake();
  };
  const handleLook = () => {
    if (document.visibilityState === "visible" && isLeader) void markLost().then(wake);
  };
  return {
    wake,
    forgetTold,
    /** Whether this page sends a file now. */
    isSending: () => running.size > 0,
    /** Retries a failed file at once. */
    retry: (key: string) => {
      pauses.delete(key);
      wake();
    },
    start: () => {
      if (lead) return;
      const controller = new AbortController();
      const { signal } = controller;
      lead = controller;
      window.addEventListener("online", tryAgain, { signal });
      window.addEventListener("offline", wake, { signal });
      signal.addEventListener("abort", onRecovery(tryAgain));
      document.addEventListener("visibilitychange", handleLook, { signal });
      askToLead();
      wake();
    },
    stop: () => {
      lead?.abort();
      lead = undefined;
      wake();
    },
  };
};
