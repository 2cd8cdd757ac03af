import type { DraftFile, Transfer } from "./draft.ts";
import type { DraftStore } from "./store.ts";

const done: Transfer = { as: "done" };
const paused: Transfer = { as: "paused" };
const waiting: Transfer = { as: "waiting" };

/** How far each file is, here and in other tabs; the same object until it changes. */
export const createTransfers = (store: DraftStore, onShown: () => void) => {
  const live = new Map<string, Transfer>();
  const refused = new Map<string, Transfer>();
  const nameOf = (draftId: string, key: string) => `${draftId} ${key}`;
  const put = (draftId: string, key: string, transfer: Transfer | undefined) => {
    const name = nameOf(draftId, key);
    if (transfer) live.set(name, transfer);
    else if (!live.delete(name)) return;
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
    tell: (draftId: string, key: string, transfer: Transfer | undefined) => {
      put(draftId, key, transfer);
      store.pass({ as: "transfer", draftId, key, transfer });
    },
    /** What another tab tells. */
    hear: put,
    /** Nobody is at anything: whoever was has gone. */
    clear: (isMine: (draftId: string, key: string) => boolean) => {
      for (const name of live.keys()) {
        // Neither part has a blank in it.
        const [draftId = "", key = ""] = name.split(" ");
        if (!isMine(draftId, key)) live.delete(name);
      }
      onShown();
    },
    of: (draftId: string, { key, objectPath, refusal, isPaused }: DraftFile): Transfer => {
      if (objectPath !== undefined) return done;
      if (refusal !== undefined) return refusedWith(refusal);
      const now = live.get(nameOf(draftId, key));
      if (now?.as === "keeping") return now;
      if (isPaused) return paused;
      return now ?? waiting;
    },
  };
};
export type Transfers = ReturnType<typeof createTransfers>;
