import { maxDrafts, type StoredDraft } from "@knowhow/shared";
import { client } from "../../client/client.ts";
import { hasCode } from "../../components/failure.ts";
import { without } from "../../client/without.ts";
import { newActId } from "../jobs/actId.ts";
import { isRefusal } from "../jobs/classifyFailure.ts";
import { dueAt } from "../jobs/backoff.ts";
import type { JobSource } from "../jobs/runner.ts";
import { goneRow, heldDraft, withEntries, type DraftRow } from "./draft.ts";
import type { DraftParts } from "./files.ts";
import {
  asNewDraft,
  copyFingerprint,
  copyOf,
  isAged,
  isUnsaved,
  settledRow,
  storedRow,
  takenOver,
  type ServerRow,
} from "./serverCopy.ts";
import type { Split } from "./store.ts";

/** How long after the last change it is sent to the server. */
const debounceMs = 5_000;
/** A draft in use is looked at again this much later. */
const againMs = 60_000;
/** One lane: the list of the server's drafts and a save of one of them must not pass each other. */
const lane = "drafts";
/** Longest wait for the last changes to be sent. */
const flushMs = 5_000;
/** Without an answer by then, there is none. */
const maxMs = 30_000;

/**
 * Keeps a person's drafts the same here and on the server: sends changes from here, reads changes from elsewhere. Where
 * both have changed both are kept, the one of this device as a copy beside the other.
 */
export const createSyncing = (
  { personId, store, rows, runNow }: DraftParts,
  dropFiles: (row: DraftRow) => Promise<void>,
  isOn: () => boolean,
) => {
  /** Versions that the server refused: not sent again until they change. */
  const refused = new Map<string, string>();
  /** When a draft that was in use is tried again. */
  const later = new Map<string, number>();
  const options = () => ({ personId, signal: AbortSignal.timeout(maxMs), sanctionIsFailure: true });
  let mustPull = true;
  let pulledAt = 0;
  /** All that was changed is sent now, since its person leaves. */
  let isLast = false;

  const isDirty = (row: DraftRow): boolean => {
    const trace = copyFingerprint(row);
    return !row.isGone && trace !== row.pushed && trace !== refused.get(row.id);
  };
  /**
   * Both have changed: the server's version takes the id, the one from here lives on as a copy. The copy is the one
   * that is to be published, and its files may be on this device only.
   */
  const forkConflict = async (stored: StoredDraft, there: ServerRow): Promise<void> => {
    const { id } = stored;
    const copyId = newActId();
    const how = (row: DraftRow): Split => {
      const trace = copyFingerprint(row);
      if (trace === there.pushed || (trace === row.pushed && !row.publishing))
        return { row: takenOver(stored, row) };
      const copy = {
        ...without(row, "pushed", "sending", "storedAt", "isChangedElsewhere"),
        id: copyId,
        version: 0,
        isCopy: true,
      };
      // The copy's bytes lie, or are being written, under the former id.
      return { row: there, copy: withEntries(copy, (entry) => ({ ...entry, home: entry.home ?? id })) };
    };
    // As long as a form holds it, or there is no room for both.
    later.set(id, Date.now() + againMs);
    const isFree = await store.unlessHeld(heldDraft(id), async () => {
      if (await rows.split(id, how)) later.delete(id);
    });
    // Tells the form that holds it.
    if (!isFree) await rows.patch(id, (row) => ({ ...row, isChangedElsewhere: true }));
  };
  /** Brings a draft together with the server's version of it. */
  const take = async (stored: StoredDraft): Promise<void> => {
    const { id } = stored;
    const there = takenOver(stored, undefined);
    const row = rows.find(id);
    const next = settledRow(row, there);
    if (!next) await forkConflict(stored, there);
    // A row that the device has but could not read stays as it is.
    else if (next !== row) await rows.change(id, (one) => settledRow(one, there) ?? one);
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
    const trace = copyFingerprint(row);
    // Kept first: without an answer the server may have it all the same.
    if (row.sending !== trace) await rows.patch(id, (one) => ({ ...one, sending: trace }));
    try {
      const body = { ...copyOf(row), version };
      const stored = await client.drafts.save({ params: { id }, body }, options());
      // Deleted here meanwhile: the server's copy has to go again.
      const there = { ...takenOver(stored, undefined), pushed: trace };
      await rows.change(id, (one) => (one ? storedRow(one, there) : goneRow(id, stored.version)));
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      const isConflict = hasCode(thrown, "EDIT_CONFLICT");
      // NOT_FOUND may also be about one of its files.
      const mayBeGone = isConflict || (hasCode(thrown, "NOT_FOUND") && version > 0);
      const stored = mayBeGone ? await findThere(id) : undefined;
      if (isConflict && stored) await take(stored);
      // Deleted elsewhere, and changed here: it stays, as a new one.
      else if (mayBeGone && !stored) await rows.patch(id, asNewDraft);
      else refused.set(id, trace);
    }
  };
  const timeOf = ({ id, isGone, savedAt }: DraftRow): number => {
    // A time in the future was saved under a wrong clock: it counts as long ago.
    const calmAt = savedAt > Date.now() ? 0 : savedAt + debounceMs;
    return isGone || isLast ? 0 : Math.max(calmAt, dueAt(later.get(id) ?? 0));
  };
  /** Deletes the version that was seen here, and no newer one of another device. */
  const removeThere = async ({ id, version }: DraftRow): Promise<void> => {
    try {
      await client.drafts.remove({ params: { id }, query: { version } }, options());
    } catch (thrown) {
      if (!hasCode(thrown, "EDIT_CONFLICT")) throw thrown;
      const stored = await findThere(id);
      if (stored) {
        await take(stored);
        return;
      }
    }
    await rows.patch(id, (one) => (one.isGone ? undefined : one));
  };
  const readAll = async (): Promise<StoredDraft[]> => {
    const found: StoredDraft[] = [];
    let cursor: string | undefined;
    do {
      // All on one page: drafts that are saved meanwhile can not slip from one page to another.
      const query = cursor === undefined ? { limit: maxDrafts } : { limit: maxDrafts, cursor };
      const { data, nextCursor } = await client.drafts.list.page({ query }, options());
      found.push(...data);
      cursor = nextCursor;
    } while (cursor !== undefined);
    return found;
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
      if (!rows.find(id)) await dropFiles(known);
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
    /** Drafts may have changed elsewhere: they are read again, unless they were read less than so long ago. */
    expectChanges: (freshMs = 0): void => {
      if (Math.abs(Date.now() - pulledAt) >= freshMs) mustPull = true;
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
  };
};
