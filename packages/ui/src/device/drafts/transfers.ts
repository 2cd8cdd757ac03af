import type { DraftFile, Transfer } from "./draft.ts";
import type { DraftStore } from "./store.ts";

const done: Transfer = { status: "done" };

/** How far each file is, here and in other tabs; the same object until it changes. */
export const createTransfers = (store: DraftStore, onShown: () => void) => {
  const live = new Map<string, Transfer>();
  const known = new Map<string, Transfer>();
  /** How many bytes of each were uploaded, for when it stops. */
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
    /** Sets the state of a transfer here, and tells the other tabs; undefined: none any more. */
    tell: (key: string, transfer: Transfer | undefined) => {
      put(key, transfer);
      store.pass({ status: "transfer", key, transfer });
    },
    /** Sets the state that another tab reports. */
    hear: put,
    /** How many bytes of it were uploaded, as far as this page has seen. */
    sentOf: (key: string): number | undefined => sentOf.get(key),
    of: ({ key, objectPath, refusal, isPaused, uploadUrl, sent: before }: DraftFile): Transfer => {
      if (objectPath !== undefined) return done;
      if (refusal !== undefined) return same({ status: "refused", message: refusal });
      const now = live.get(key);
      if (now?.status === "keeping") return now;
      // Without an upload to resume, it starts over.
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
