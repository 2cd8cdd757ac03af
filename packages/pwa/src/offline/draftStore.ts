import { NoRoomError, type DraftRow } from "@knowhow/ui/device/drafts/draft.ts";
import type { DraftNews, DraftStore } from "@knowhow/ui/device/drafts/store.ts";
import { Dexie } from "dexie";
import { draftsName, holdDatabase, loosePartsOf } from "./database.ts";
import { createDeviceRowStore } from "./deviceRows.ts";
import { locks, runUnlessHeld } from "./laneLocks.ts";
import { isNoRoom } from "./noRoom.ts";

/** Bytes of one row: the most that a browser killed while it writes may lose. */
const partBytes = 16 * 1024 * 1024;

const readRoom = async () => {
  if (!("storage" in navigator)) return { used: 0, quota: 0, isPersisted: false };
  const [{ usage = 0, quota = 0 }, isPersisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ]);
  return { used: usage, quota, isPersisted };
};

/**
 * Keeps a user's drafts in IndexedDB: they survive the tab and the browser, and all tabs see the same. Bytes of files
 * are in rows of their own, written once.
 */
export const createDeviceDraftStore = (personId: string): DraftStore => {
  const base = holdDatabase(personId);
  const name = draftsName(personId);
  const partsOf = (home: string, key: string) =>
    base()
      .draftParts.where("[draftId+key+index]")
      .between([home, key, Dexie.minKey], [home, key, Dexie.maxKey]);
  const dropFile = async (home: string, key: string) => {
    await partsOf(home, key).delete();
  };
  return {
    ...createDeviceRowStore<DraftRow, DraftNews>(personId, ({ drafts }) => drafts, name),
    split: async (id, how) =>
      base().transaction("rw", base().drafts, async () => {
        const before = await base().drafts.get(id);
        const split = before && how(before);
        if (split) await base().drafts.bulkPut(split.copy ? [split.row, split.copy] : [split.row]);
        return split;
      }),
    keepFile: async (home, key, file, onKept) => {
      const { used, quota } = await readRoom();
      if (quota > 0 && file.size > quota - used) throw new NoRoomError();
      try {
        for (let index = 0; index * partBytes < file.size; index += 1) {
          const end = Math.min(file.size, (index + 1) * partBytes);
          await base().draftParts.put({
            draftId: home,
            key,
            index,
            bytes: file.slice(index * partBytes, end),
          });
          onKept(end);
        }
      } catch (error) {
        await dropFile(home, key).catch((trouble: unknown) => console.warn(trouble));
        throw isNoRoom(error) ? new NoRoomError(error) : error;
      }
    },
    blobOf: async (home, key, size, type) => {
      const parts = await partsOf(home, key).toArray();
      const blob = new Blob(
        parts.map(({ bytes }) => bytes),
        { type },
      );
      return blob.size === size ? blob : undefined;
    },
    dropFile,
    sweep: async () =>
      base().transaction("rw", base().drafts, base().draftParts, base().sealed, async () => {
        // A sealed draft that could not be opened yet may need them.
        if ((await base().sealed.count()) === 0)
          await base().draftParts.bulkDelete(await loosePartsOf(base()));
      }),
    room: readRoom,
    persist: async () => "storage" in navigator && (await navigator.storage.persist()),
    hold: (what) => {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      void locks()?.request(`${name}:${what}`, { mode: "shared" }, () => held);
      return release;
    },
    unlessHeld: (what, run) => runUnlessHeld(`${name}:${what}`, run),
  };
};
