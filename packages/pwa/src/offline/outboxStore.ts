import type { Outcome } from "@knowhow/ui/outbox/acts.ts";
import type { OutboxStore } from "@knowhow/ui/outbox/store.ts";
import { liveQuery } from "dexie";
import { databaseOf, eraseDatabase } from "./database.ts";
import { openTabChannel } from "./tabChannel.ts";

/** Keeps a person's waiting acts in IndexedDB: they survive the tab and the browser, and all tabs see the same. */
export const createDeviceStore = (personId: string): OutboxStore => {
  const { outbox } = databaseOf(personId);
  const name = `knowhow-outbox:${personId}`;
  const channel = openTabChannel<Outcome>(name);
  const rows = () => outbox.orderBy("madeAt").toArray();
  return {
    read: rows,
    add: async (row) => {
      await outbox.add(row);
    },
    update: async (row) => {
      await outbox
        .where("id")
        .equals(row.id)
        .modify((_, ref) => {
          ref.value = row;
        });
    },
    remove: (id) => outbox.delete(id),
    onChange: (listener) => {
      const subscription = liveQuery(rows).subscribe({
        next: listener,
        error: (error) => console.warn(error),
      });
      return () => subscription.unsubscribe();
    },
    // Only a secure page has locks; without them a key still keeps an act from happening twice.
    alone: (work) => ("locks" in navigator ? navigator.locks.request(name, work) : work()),
    pass: channel.post,
    onPassed: channel.listen,
    erase: () => eraseDatabase(personId),
  };
};
