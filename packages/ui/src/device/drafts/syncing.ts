import { maxDrafts, type StoredDraft } from "@knowhow/shared";
import { client } from "../../client/client.ts";
import { hasCode } from "../../components/failure.ts";
import { without } from "../../client/without.ts";
import { newActId } from "../jobs/actId.ts";
import { endsSession, failureOf, isRefusal } from "../jobs/classifyFailure.ts";
import { dueAt, wakeAt } from "../jobs/backoff.ts";
import { goneRow, type DraftFile, type DraftRow } from "./draft.ts";
import { heldDraft } from "./held.ts";
import type { Rows } from "./rows.ts";
import { asNewDraft, copyOf, isAged, isKnown, isUnsaved, takenOver, fingerprint } from "./serverCopy.ts";
import type { DraftStore, Split } from "./store.ts";

/** How long after the last change the server is told. */
const debounceMs = 5_000;
/** After a failure it is tried again this much later, or when the network is back. */
const againMs = 60_000;
/** Nobody waits longer than this for the last changes to be told. */
const flushMs = 5_000;
/** What has changed elsewhere is read again this long after the last time, when somebody looks. */
const lookMs = 30_000;
/** Without an answer by then, there is none. */
const longestMs = 30_000;

interface SyncingInput {
  personId: string;
  store: DraftStore;
  rows: Rows;
  /** The draft is gone: its bytes are not needed any more. */
  dropBytes: (row: DraftRow) => Promise<void>;
  onSessionEnd: () => void;
}

/**
 * Keeps a person's drafts the same here and on the server: tells it what has changed here, reads what has changed
 * elsewhere. Where both have changed both are kept, the one of this device as a copy beside the other.
 */
export const createSyncing = ({ personId, store, rows, dropBytes, onSessionEnd }: SyncingInput) => {
  /** What the server would not take: not sent again until it changes. */
  const refused = new Map<string, string>();
  /** When a draft is looked at again that was in use. */
  const later = new Map<string, number>();
  const options = () => ({
    personId,
    signal: AbortSignal.timeout(longestMs),
    sanctionIsFailure: true,
  });
  let isOn = false;
  let mustPull = true;
  let pulledAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notBefore = 0;
  let isRunning = false;
  /** How often it was asked to try without waiting longer. */
  let appeals = 0;

  const isDirty = (row: DraftRow): boolean => {
    const trace = fingerprint(copyOf(row));
    return !row.isGone && trace !== row.pushed && trace !== refused.get(row.id);
  };
  /**
   * Both have changed: the server's takes the id, what was written here lives on beside it. What is to be published is
   * what was written here, and its files may be on this device only.
   */
  const forkConflict = async (stored: StoredDraft): Promise<void> => {
    const there = fingerprint(copyOf(takenOver(stored, undefined)));
    const copyId = newActId();
    // Where bytes are, or are being written to.
    const moved = (entries: readonly DraftFile[]) =>
      entries.map((entry) => ({ ...entry, home: entry.home ?? stored.id }));
    const how = (row: DraftRow): Split => {
      const trace = fingerprint(copyOf(row));
      if (trace === there || (trace === row.pushed && !row.publishing))
        return { row: takenOver(stored, row) };
      const copy = {
        ...without(row, "pushed", "sending", "storedAt", "isChangedElsewhere"),
        id: copyId,
        version: 0,
        isCopy: true,
        files: moved(row.files),
        previews: moved(row.previews),
      };
      return { row: takenOver(stored, undefined), copy };
    };
    // What this device has sent itself is no conflict: only the answer was lost.
    if (rows.find(stored.id)?.sending === there) {
      await rows.change(
        stored.id,
        (row) =>
          row && {
            ...without(row, "sending"),
            version: stored.version,
            storedAt: stored.updatedAt,
            pushed: there,
          },
      );
      return;
    }
    const outcome = { isDone: false, isHeld: true };
    await store.unlessHeld(heldDraft(stored.id), async () => {
      outcome.isHeld = false;
      outcome.isDone = await rows.split(stored.id, how);
    });
    // In somebody's hands, or no room for both.
    if (!outcome.isDone) later.set(stored.id, Date.now() + againMs);
    // Whoever writes in it is told.
    if (outcome.isHeld) await rows.change(stored.id, (row) => row && { ...row, isChangedElsewhere: true });
  };
  /** The server's copy; undefined where it has none. */
  const findThere = async (id: string): Promise<StoredDraft | undefined> => {
    try {
      return await client.drafts.get({ params: { id } }, options());
    } catch (thrown) {
      if (hasCode(thrown, "NOT_FOUND")) return undefined;
      throw thrown;
    }
  };
  const push = async (row: DraftRow): Promise<void> => {
    const { id, version } = row;
    const copy = copyOf(row);
    const trace = fingerprint(copy);
    // Kept first: without an answer it may be there all the same.
    if (row.sending !== trace) await rows.change(id, (one) => one && { ...one, sending: trace });
    try {
      const stored = await client.drafts.save({ params: { id }, body: { ...copy, version } }, options());
      await rows.change(
        id,
        // Deleted here meanwhile: the server's copy has to go again.
        (one) =>
          one
            ? {
                ...without(one, "sending", "isChangedElsewhere"),
                version: stored.version,
                storedAt: stored.updatedAt,
                pushed: trace,
              }
            : goneRow(id, stored.version),
      );
    } catch (thrown) {
      if (hasCode(thrown, "EDIT_CONFLICT")) {
        await forkConflict(await client.drafts.get({ params: { id } }, options()));
        return;
      }
      if (!isRefusal(thrown)) throw thrown;
      // Or it is a file of it that the server does not find.
      if (hasCode(thrown, "NOT_FOUND") && version > 0 && !(await findThere(id))) {
        // Deleted elsewhere, and changed here: it stays, as a new one.
        await rows.change(id, (one) => one && asNewDraft(one));
        return;
      }
      refused.set(id, trace);
    }
  };
  const timeOf = ({ id, isGone, savedAt }: DraftRow): number => {
    // Saved by a clock that was ahead: long ago, as far as anybody knows.
    const calmAt = savedAt > Date.now() ? 0 : savedAt + debounceMs;
    return isGone ? 0 : Math.max(calmAt, dueAt(later.get(id) ?? 0));
  };
  /** Deletes what was seen here, and nothing newer that another device has written. */
  const removeThere = async (row: DraftRow): Promise<void> => {
    const { id, version, sending } = row;
    try {
      await client.drafts.remove({ params: { id }, query: { version } }, options());
    } catch (thrown) {
      if (!hasCode(thrown, "EDIT_CONFLICT")) throw thrown;
      const stored = await findThere(id);
      const copy = stored && takenOver(stored, undefined);
      // Sent from here, and not answered.
      if (copy && sending === copy.pushed) await removeThere({ ...row, version: copy.version });
      else await rows.change(id, (one) => (one?.isGone ? copy : one));
      return;
    }
    await rows.change(id, (one) => (one?.isGone ? undefined : one));
  };
  const readAll = async (): Promise<StoredDraft[]> => {
    const found: StoredDraft[] = [];
    let cursor: string | undefined;
    do {
      // All on one page: what is saved meanwhile can not slip from one to another.
      const query = cursor === undefined ? { limit: maxDrafts } : { limit: maxDrafts, cursor };
      const { data, nextCursor } = await client.drafts.list.page({ query }, options());
      found.push(...data.drafts);
      cursor = nextCursor;
    } while (cursor !== undefined);
    return found;
  };
  const take = async (stored: StoredDraft): Promise<void> => {
    const there = takenOver(stored, undefined);
    const isSettled = (one: DraftRow): boolean =>
      isKnown(one, stored) ||
      // Sent before it was deleted, and not answered: it goes.
      (one.isGone === true && one.sending === fingerprint(copyOf(there)));
    const row = rows.find(stored.id);
    if (row && isSettled(row)) return;
    if (row && !row.isGone) {
      await forkConflict(stored);
      return;
    }
    // New, or changed elsewhere since it was deleted here: it is back. What the device has of it and could not be read
    // stays as it is.
    await rows.change(stored.id, (one) => (one && (!one.isGone || isSettled(one)) ? one : there));
  };
  const pull = async (): Promise<void> => {
    const before = new Map(rows.all().map(({ id, version }) => [id, version]));
    const found = await readAll();
    for (const stored of found) await take(stored);
    for (const known of rows.all()) {
      const { id, version } = known;
      if (version === 0 || before.get(id) !== version || found.some((stored) => stored.id === id)) continue;
      await store.unlessHeld(heldDraft(id), () =>
        rows.change(id, (row) => {
          if (!row || row.isGone) return undefined;
          // Gone elsewhere: what was not changed here goes too, the rest stays as a new one. For its age nobody has
          // deleted it.
          return isUnsaved(row) || row.publishing || isAged(row) ? asNewDraft(row) : undefined;
        }),
      );
      if (!rows.find(id)) await dropBytes(known);
    }
    mustPull = false;
    pulledAt = Date.now();
  };
  const work = async (isAll = false): Promise<void> => {
    await rows.reread();
    if (mustPull && !isAll) await pull();
    for (const row of rows.all()) {
      if (!isOn && !isAll) return;
      if (row.isGone) await removeThere(row);
      else if (isDirty(row) && (isAll || timeOf(row) <= Date.now())) await push(row);
    }
  };
  const run = async (): Promise<void> => {
    // A second one would stand behind the first, and not wait after its failure.
    if (isRunning || !isOn || !navigator.onLine) return;
    isRunning = true;
    const before = appeals;
    try {
      await store.alone("sync", () => work());
    } catch (thrown) {
      const error = failureOf(thrown);
      if (appeals === before) notBefore = Date.now() + againMs;
      if (endsSession(error)) onSessionEnd();
    } finally {
      isRunning = false;
    }
    wake();
  };
  /** Waits until nothing has been typed for a while. */
  const wake = (): void => {
    clearTimeout(timer);
    if (!isOn || !navigator.onLine || !rows.isRead()) return;
    const open = rows.all().filter((row) => row.isGone ?? isDirty(row));
    if (open.length === 0 && !mustPull) return;
    const first = mustPull ? 0 : Math.min(...open.map(timeOf));
    timer = wakeAt(Math.max(first, dueAt(notBefore)), () => void run(), 50);
  };
  return {
    wake,
    start: () => {
      isOn = true;
      mustPull = true;
      wake();
    },
    stop: () => {
      isOn = false;
      clearTimeout(timer);
    },
    /** Tells the server what it does not have yet, as far as that is possible now. */
    flush: async (): Promise<void> => {
      if (!navigator.onLine) return;
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, flushMs);
      });
      await Promise.race([store.alone("sync", () => work(true)).catch(console.warn), late]);
    },
    /** Somebody looks at the page or opens a screen with drafts: another device may have changed them meanwhile. */
    look: () => {
      if (Math.abs(Date.now() - pulledAt) < lookMs) return;
      mustPull = true;
      wake();
    },
    /** The network is back: much may have happened elsewhere. */
    tryAgain: () => {
      appeals += 1;
      mustPull = true;
      notBefore = 0;
      wake();
    },
  };
};
