import type { Outcome } from "@knowhow/ui/outbox/acts.ts";
import type { OutboxStore } from "@knowhow/ui/outbox/store.ts";
import { liveQuery } from "dexie";
import { databaseOf, eraseDatabase } from "./database.ts";

/** Passes what became of an act between tabs; closed while the page is put away, so that it can come back. */
const openChannel = (name: string) => {
  const listeners = new Set<(outcome: Outcome) => void>();
  let channel: BroadcastChannel | undefined;
  const close = () => {
    channel?.close();
    channel = undefined;
  };
  const open = () => {
    if (channel || listeners.size === 0) return;
    channel = new BroadcastChannel(name);
    // Only ever posted below, by the same version of the app or one that says the same.
    channel.onmessage = ({ data }: MessageEvent<Outcome>) => {
      for (const listener of listeners) listener(data);
    };
  };
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  return {
    post: (outcome: Outcome) => {
      channel?.postMessage(outcome);
    },
    listen: (listener: (outcome: Outcome) => void) => {
      listeners.add(listener);
      open();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) close();
      };
    },
  };
};

/** Keeps a person's waiting acts in IndexedDB: they survive the tab and the browser, and all tabs see the same. */
export const createDeviceStore = (personId: string): OutboxStore => {
  const { outbox } = databaseOf(personId);
  const name = `knowhow-outbox:${personId}`;
  const channel = openChannel(name);
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
