import { openTabChannel } from "@knowhow/ui/client/tabChannel.ts";
import type { RowStore } from "@knowhow/ui/device/rowStore.ts";
import { liveQuery, type Table } from "dexie";
import { eraseDatabase, holdDatabase, type PersonDatabase } from "./database.ts";
import { createLaneLocks } from "./laneLocks.ts";
import { openSealed } from "./sealing.ts";

/** A failed query, as right after the table was deleted or closed for a newer version, is asked again after this. */
const againMs = 1_000;

/** Calls back for each change that another read of a table would show, in any tab; answers how to stop. */
const onTableChange = (read: () => Promise<unknown>, listener: () => void): (() => void) => {
  let stop: () => void = () => undefined;
  const listen = () => {
    // The library swallows the error of a database closed during the read: the query would end silently.
    const subscription = liveQuery(() => read().catch(() => undefined)).subscribe((rows) => {
      if (rows) {
        listener();
        return;
      }
      subscription.unsubscribe();
      const timer = setTimeout(listen, againMs);
      stop = () => clearTimeout(timer);
    });
    stop = () => subscription.unsubscribe();
  };
  listen();
  return () => stop();
};

/** Keeps a person's rows in IndexedDB: they survive the tab and the browser, and all tabs see the same. */
export const createDeviceRowStore = <R extends { id: string }, News>(
  personId: string,
  tableOf: (base: PersonDatabase) => Pick<Table<R, string>, "name" | "toArray" | "get" | "put" | "delete">,
  channelName: string,
): RowStore<R, News> => {
  const base = holdDatabase(personId);
  const channel = openTabChannel<News>(channelName);
  const readTable = async () => tableOf(base()).toArray();
  return {
    read: async () => {
      await openSealed(personId);
      return readTable();
    },
    change: async (id, change) => {
      const table = tableOf(base());
      return base().transaction("rw", table.name, async () => {
        const before = await table.get(id);
        const next = change(before);
        if (next === before) return before;
        if (next) await table.put(next);
        else await table.delete(id);
        return next;
      });
    },
    onChange: (listener) => onTableChange(readTable, listener),
    runInLane: createLaneLocks(personId),
    pass: channel.post,
    onPassed: channel.listen,
    erase: () => eraseDatabase(personId),
  };
};
