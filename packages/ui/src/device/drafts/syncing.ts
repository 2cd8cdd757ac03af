import { maxDrafts, type StoredDraft } from "@knowhow/shared";
import { client } from "../../client/client.ts";
import { hasCode } from "../../components/failure.ts";
import { without } from "../../client/without.ts";
import { newActId } from "../jobs/actId.ts";
import { isRefusal } from "../jobs/classifyFailure.ts";
import { dueAt } from "../jobs/backoff.ts";
import type { JobSource } from "../jobs/runner.ts";
import { goneRow, type DraftFile, type DraftRow } from "./draft.ts";
import { heldDraft } from "./held.ts";
import type { Rows } from "./rows.ts";
import { asNewDraft, copyOf, isAged, isKnown, isUnsaved, takenOver, fingerprint } from "./serverCopy.ts";
import type { DraftStore, Split } from "./store.ts";

/** How long after the last change it is sent to the server. */
const debounceMs = 5_000;
/** A draft in use is looked at again this much later. */
const againMs = 60_000;
/** One lane: the list of the server's drafts and a save of one of them must not pass each other. */
const lane = "drafts";
/** Longest wait for the last changes to be sent. */
const flushMs = 5_000;
/** Changes from elsewhere are read again this long after the last time, when the page comes into view. */
const lookMs = 30_000;
/** Without an answer by then, there is none. */
const maxMs = 30_000;

interface SyncingInput {
  personId: string;
  store: DraftStore;
  rows: Rows;
  /** The draft is gone: its bytes are not needed any more. */
  dropBytes: (row: DraftRow) => Promise<void>;
  isOn: () => boolean;
  /** Runs the lane now; resolves when that is over. */
  runNow: (lane: string) => Promise<void>;
}

/**
 * Keeps a person's drafts the same here and on the server: sends changes from here, reads changes from elsewhere. Where
 * both have changed both are kept, the one of this device as a copy beside the other.
 */
export const createSyncing = ({ personId, store, rows, dropBytes, isOn, runNow }: SyncingInput) => {
  /** Versions that the server refused: not sent again until they change. */
  const refused = new Map<string, string>();
  /** When a draft that was in use is tried again. */
  const later = new Map<string, number>();
  const options = () => ({
    personId,
    signal: AbortSignal.timeout(maxMs),
    sanctionIsFailure: true,
  });
  let mustPull = true;
  let pulledAt = 0;
  /** All that was changed is sent now, since its person leaves. */
  let isLast = false;

  const isDirty = (row: DraftRow): boolean => {
    const trace = fingerprint(copyOf(row));
    return !row.isGone && trace !== row.pushed && trace !== refused.get(row.id);
  };
  /**
   * Both have changed: the server's version takes the id, the one from here lives on as a copy. The copy is the one
   * that is to be published, and its files may be on this device only.
   */
  const forkConflict = async (stored: StoredDraft): Promise<void> => {
    const there = fingerprint(copyOf(takenOver(stored, undefined)));
    const copyId = newActId();
    // Its bytes lie, or are being written, under the former id.
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
    // A version that this device has sent itself is no conflict: only the answer was lost.
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
    // A form holds it, or there is no room for both.
    if (!outcome.isDone) later.set(stored.id, Date.now() + againMs);
    // Tells the form that holds it.
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
    // Kept first: without an answer the server may have it all the same.
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
      // NOT_FOUND may also be about one of its files.
      if (hasCode(thrown, "NOT_FOUND") && version > 0 && !(await findThere(id))) {
        // Deleted elsewhere, and changed here: it stays, as a new one.
        await rows.change(id, (one) => one && asNewDraft(one));
        return;
      }
      refused.set(id, trace);
    }
  };
  const timeOf = ({ id, isGone, savedAt }: DraftRow): number => {
    // A time in the future was saved under a wrong clock: it counts as long ago.
    const calmAt = savedAt > Date.now() ? 0 : savedAt + debounceMs;
    return isGone || isLast ? 0 : Math.max(calmAt, dueAt(later.get(id) ?? 0));
  };
  /** Deletes the version that was seen here, and no newer one of another device. */
  const removeThere = async (row: DraftRow): Promise<void> => {
    const { id, version, sending } = row;
    try {
      await client.drafts.remove({ params: { id }, query: { version } }, options());
    } catch (thrown) {
      if (!hasCode(thrown, "EDIT_CONFLICT")) throw thrown;
      const stored = await findThere(id);
      const copy = stored && takenOver(stored, undefined);
      // The newer version was sent from here, and not answered.
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
      // All on one page: drafts that are saved meanwhile can not slip from one page to another.
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
      // Sent before it was deleted, and not answered: it is deleted too.
      (one.isGone === true && one.sending === fingerprint(copyOf(there)));
    const row = rows.find(stored.id);
    if (row && isSettled(row)) return;
    if (row && !row.isGone) {
      await forkConflict(stored);
      return;
    }
    // New, or changed elsewhere since it was deleted here: it is back. A row that the device has but could not read
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
          // Gone from the server: an unchanged draft goes too, a changed one stays as a new one, and so does one old
          // enough to have been deleted for its age, not by a person.
          return isUnsaved(row) || row.publishing || isAged(row) ? asNewDraft(row) : undefined;
        }),
      );
      if (!rows.find(id)) await dropBytes(known);
    }
    mustPull = false;
    pulledAt = Date.now();
  };
  const source: JobSource = {
    lanes: () => {
      if (!navigator.onLine || !rows.isRead()) return [];
      const open = rows.all().filter((row) => row.isGone ?? isDirty(row));
      const times = mustPull && !isLast ? [0] : open.map(timeOf);
      return times.length > 0 ? [{ name: lane, at: Math.min(...times) }] : [];
    },
    run: async () => {
      await rows.reread();
      if (mustPull && !isLast) await pull();
      for (const row of rows.all()) {
        if (!isOn() && !isLast) return;
        if (row.isGone) await removeThere(row);
        else if (isDirty(row) && timeOf(row) <= Date.now()) await push(row);
      }
    },
    maxConcurrent: 1,
  };
  return {
    source,
    /** Drafts may have changed elsewhere. */
    expectChanges: () => {
      mustPull = true;
    },
    /** Sends unsaved changes to the server, as far as possible now. */
    flush: async (): Promise<void> => {
      if (!navigator.onLine) return;
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, flushMs);
      });
      isLast = true;
      await Promise.race([runNow(lane), late]);
      isLast = false;
    },
    /** Called when the page or a screen with drafts comes into view: another device may have changed them. */
    look: () => {
      if (Math.abs(Date.now() - pulledAt) >= lookMs) mustPull = true;
    },
  };
};
