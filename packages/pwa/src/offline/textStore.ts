import type { TextStore } from "@knowhow/ui/device/texts/store.ts";
import { holdDatabase } from "./database.ts";
import { onSealedOpened, openSealed } from "./sealing.ts";

/** Keeps a user's unsent texts in IndexedDB, where they survive the browser. */
export const createTextStore = (personId: string): TextStore => {
  const base = holdDatabase(personId);
  return {
    read: async () => {
      await openSealed(personId);
      const rows = await base().texts.toArray();
      return new Map(rows.map(({ name, value }) => [name, value]));
    },
    onMore: (listener) =>
      onSealedOpened((openedFor) => {
        if (openedFor === personId) listener();
      }),
    keep: async (name, value) => {
      const { texts } = base();
      if (value === undefined) await texts.delete(name);
      else await texts.put({ name, value });
    },
    keepMissing: async (name, value) => {
      const { texts } = base();
      await texts.db.transaction("rw", texts, async () => {
        if ((await texts.get(name)) === undefined) await texts.add({ name, value });
      });
    },
  };
};
