import { createLiveValue } from "../../client/liveValue.ts";
import { createSignal } from "../../client/signal.ts";
import { createRunner } from "../jobs/runner.ts";
import { guardPage } from "../update/busy.ts";
import {
  entriesOf,
  heldDraft,
  NoRoomError,
  savedRow,
  toTombstone,
  type Draft,
  type DraftRow,
  type Saved,
} from "./draft.ts";
import { createFiles, isFileLane, laneOfFile, type DraftParts } from "./files.ts";
import { isToPublish, waitsToPublish } from "./isToPublish.ts";
import { createPublishing } from "./publishing.ts";
import { createDraftRows } from "./rows.ts";
import { isUnsaved } from "./serverCopy.ts";
import type { DraftNews, DraftOutcome, DraftStore } from "./store.ts";
import { createSyncing } from "./syncing.ts";

/** Changes from elsewhere are read again this long after the last time, when the page or a screen comes into view. */
const lookMs = 30_000;

/**
 * The drafts of one person, kept on the device as they are typed, with their files. Files are uploaded when there is a
 * network, and a draft is published once, when all its files are uploaded.
 */
export const createDrafts = (store: DraftStore, personId: string) => {
  const outcomes = createSignal<[DraftOutcome]>();
  const shown = createLiveValue<readonly Draft[]>([]);
  let isClosed = false;
  const rows = createDraftRows(store, () => {
    shown.set(rows.all().filter(({ isGone }) => !isGone));
    runner.look();
  });
  const parts: DraftParts = {
    personId,
    store,
    rows,
    begin: () => runner.begin(),
    retry: (lane) => runner.retry(lane),
    runNow: (lane) => runner.run(lane),
  };
  const files = createFiles(parts, () => shown.set(shown.getSnapshot()));
  const publishing = createPublishing(parts, files.dropAll, outcomes.tell);
  const syncing = createSyncing(parts, files.dropAll, () => runner.isOn());

  const isInMemory = (row: DraftRow): boolean =>
    (rows.isUnkept(row.id) && (waitsToPublish(row) || isUnsaved(row))) ||
    entriesOf(row).some(files.isInMemory);
  const isAtRisk = () => rows.all().some((row) => !row.isGone && isInMemory(row));
  const leaveAlone = guardPage({ isAtRisk, isMoving: () => runner.isRunning(isFileLane) });

  const hearNews = (news: DraftNews) => {
    if (news.status === "transfer") files.hear(news.key, news.transfer);
    else if (news.status === "retry") runner.retry(laneOfFile(news.key));
    else if (!publishing.hearStored(news.draft.id, news.content))
      // A form decides by the present rows.
      void rows.reread().then(() => outcomes.tell({ ...news, isElsewhere: true }));
  };
  const findLost = () => files.markLost().catch(console.warn);
  const readAgain = async () => {
    await rows.reread();
    if (!isClosed) await store.sweep();
  };
  const runner = createRunner({
    sources: [files.source, publishing.source, syncing.source],
    runInLane: store.runInLane,
    onBegin: () => {
      syncing.expectChanges();
      void readAgain().catch(console.warn).then(findLost);
      return [store.onChange(() => void rows.reread()), store.onPassed(hearNews)];
    },
    onBack: syncing.expectChanges,
    onLook: () => {
      syncing.expectChanges(lookMs);
      void findLost().then(runner.look);
    },
  });
  const close = () => {
    isClosed = true;
    runner.close();
    leaveAlone();
    rows.close();
    files.close();
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
    ...files.acts,
    /** Keeps the typed values and the order of the entries. A changed draft does not wait to be published any more. */
    save: async (saved: Saved): Promise<void> => {
      const isKept = await rows.change(saved.id, (before) => savedRow(before, saved));
      if (!isKept && !isClosed) throw new NoRoomError();
    },
    /** Marks it as edited by a screen: no version from elsewhere replaces it until the returned function is called. */
    hold: (draftId: string) => store.hold(heldDraft(draftId)),
    publish: publishing.publish,
    cancelPublishing: publishing.cancel,
    remove: async (draftId: string): Promise<void> => {
      const row = rows.find(draftId);
      if (!row) return;
      await rows.patch(draftId, toTombstone);
      await files.dropAll(row);
    },
    /** Used space of the device, in bytes. */
    room: store.room,
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
    hear: outcomes.on,
    /** Uploads, publishes and compares with the server until the returned function is called. */
    start: () => {
      syncing.expectChanges(lookMs);
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
