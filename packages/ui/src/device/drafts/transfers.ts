import type { DraftFile, Transfer } from "./draft.ts";
import type { DraftStore } from "./store.ts";

const done: Transfer = { status: "done" };

/** How far each file is, here and in other tabs; the same object until it changes. */
export const createTransfers = (store: DraftStore, onShown: () => void) => {
  const live = new Map<string, Transfer>();
  const known = new Map<string, Transfer>();
  /** How many bytes of each have gone up, for when it is held up. */
  const sentOf = new Map<string, number>();
  const put = (key: string, transfer: Transfer | undefined) => {
    if (transfer?.status === "uploading" && transfer.progress.loaded > 0)
      sentOf.set(key, transfer.progress.loaded);
    if (transfer) live.set(key, transfer);
    else if (!live.delete(key)) return;
    onShown();
  };
  const same = (transfer: Transfer): Transfer => {
    const name = JSON.stringify(transfer);
    const before = known.get(name);
    if (before) return before;
    known.set(name, transfer);
    return transfer;
  };
  return {
    /** What happens to it here, told to the other tabs; undefined: nothing any more. */
    tell: (key: string, transfer: Transfer | undefined) => {
      put(key, transfer);
      store.pass({ status: "transfer", key, transfer });
    },
    /** What another tab tells. */
    hear: put,
    /** Forgets uploads that are nobody's any more; what is being kept is told until it is kept. */
    clear: (isMine: (key: string) => boolean) => {
      for (const [key, { status }] of live) if (status !== "keeping" && !isMine(key)) live.delete(key);
      onShown();
    },
    /** How many bytes of it have gone up, as far as this page has seen it. */
    sentOf: (key: string): number | undefined => sentOf.get(key),
    of: ({ key, objectPath, refusal, isPaused, uploadUrl, sent: before }: DraftFile): Transfer => {
      if (objectPath !== undefined) return done;
      if (refusal !== undefined) return same({ status: "refused", message: refusal });
      const now = live.get(key);
      if (now?.status === "keeping") return now;
      // Where there is no upload to go on with, it begins anew.
      const sent = uploadUrl === undefined ? undefined : (sentOf.get(key) ?? before);
      const held = sent === undefined ? {} : { sent };
      if (isPaused) return same({ status: "paused", ...held });
      if (now === undefined || now.status === "waiting")
        return same({ status: "waiting", ...(now?.isCut ? { isCut: true } : {}), ...held });
      return now;
    },
  };
};
export type Transfers = ReturnType<typeof createTransfers>;
