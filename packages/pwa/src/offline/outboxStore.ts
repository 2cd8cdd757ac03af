import type { Outcome } from "@knowhow/ui/device/outbox/acts.ts";
import type { OutboxStore } from "@knowhow/ui/device/outbox/store.ts";
import { databaseOf, eraseDatabase } from "./database.ts";
import { listenToRows } from "./liveRows.ts";
import { openSealed } from "./sealing.ts";
import { openTabChannel } from "./tabChannel.ts";

/** Keeps a person's waiting acts in IndexedDB: they survive the tab and the browser, and all tabs see the same. */
export const createDeviceStore = (personId: string): OutboxStore => {
  // Asked for each time: another tab may have deleted it, and its person be back.
  const base = () => databaseOf(personId);
  const name = `knowhow-outbox:${personId}`;
  const channel = openTabChannel<Outcome>(name);
  const rows = async () => base().outbox.orderBy("madeAt").toArray();
  return {
    read: rows,
    put: async (row) => {
      await base().outbox.put(row);
    },
    change: async (id, how) => {
      const db = base();
      const { outbox } = db;
      return db.transaction("rw", outbox, async () => {
        const row = await outbox.get(id);
        const next = row && how(row);
        if (next) await outbox.put(next);
        else if (row) await outbox.delete(id);
        return next;
      });
    },
    onChange: (listener) => listenToRows(rows, listener),
    // Only a secure page has locks; without them a key still keeps an act from happening twice.
    alone: async (work) => {
      // What was said before goes first.
      await openSealed(personId);
      await ("locks" in navigator ? navigator.locks.request(name, work) : work());
    },
    pass: channel.post,
    onPassed: channel.listen,
    erase: () => eraseDatabase(personId),
  };
};
