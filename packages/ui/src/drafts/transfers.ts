import type { DraftFile, Transfer } from "./draft.ts";
import type { DraftStore } from "./store.ts";

const done: Transfer = { as: "done" };
const paused: Transfer = { as: "paused" };
const waiting: Transfer = { as: "waiting" };

/** How far each file is, here and in other tabs; the same object until it changes. */
export const createTransfers = (store: DraftStore, onShown: () => void) => {
  const live = new Map<string, Transfer>();
  const refused = new Map<string, Transfer>();
  const put = (key: string, transfer: Transfer | undefined) => {
    if (transfer) live.set(key, transfer);
    else if (!live.delete(key)) return;
    onShown();
  };
  const refusedWith = (message: string): Transfer => {
    const known = refused.get(message);
    if (known) return known;
    const transfer: Transfer = { as: "refused", message };
    refused.set(message, transfer);
    return transfer;
  };
  return {
    /** What happens to it here, told to the other tabs; undefined: nothing any more. */
    tell: (key: string, transfer: Transfer | undefined) => {
      put(key, transfer);
      store.pass({ as: "transfer", key, transfer });
    },
    /** What another tab tells. */
    hear: put,
    /** Forgets uploads that are nobody's any more; what is being kept is told until it is kept. */
    clear: (isMine: (key: string) => boolean) => {
      for (const [key, { as }] of live) if (as !== "keeping" && !isMine(key)) live.delete(key);
      onShown();
    },
    of: ({ key, objectPath, refusal, isPaused }: DraftFile): Transfer => {
      if (objectPath !== undefined) return done;
      if (refusal !== undefined) return refusedWith(refusal);
      const now = live.get(key);
      if (now?.as === "keeping") return now;
      if (isPaused) return paused;
      return now ?? waiting;
    },
  };
};
export type Transfers = ReturnType<typeof createTransfers>;
