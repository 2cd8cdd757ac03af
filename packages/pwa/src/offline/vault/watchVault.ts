import { lockedDays } from "@knowhow/shared";
import { locks } from "../laneLocks.ts";
import { loadVault } from "./loadVault.ts";
import { openVault } from "./vaultFiles.ts";

/** Pause after a failure before the next try. */
const retryMs = 15_000;
/** Without a word of the server for so long, nothing bought stays on the device. */
const leaseMs = lockedDays * 24 * 60 * 60_000;

/** Loads a person's files while the page is open, one tab at a time; answers how to stop. */
export const watchVault = (personId: string): (() => void) => {
  const vault = openVault(personId);
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  const run = async () => {
    if (isRunning || signal.aborted || !navigator.onLine) return;
    isRunning = true;
    clearTimeout(timer);
    try {
      await locks()?.request(`knowhow:${personId}:vault`, { signal }, () =>
        loadVault({ personId, vault, signal }),
      );
    } catch (error) {
      if (stopping.signal.aborted) return;
      console.warn(error);
      timer = setTimeout(() => void run(), retryMs);
    } finally {
      isRunning = false;
    }
  };
  const start = () => void run();
  const stopWatching = vault.watch((files) => {
    const now = Date.now();
    const ended = files.filter(({ confirmedAt }) => now - confirmedAt >= leaseMs).map(({ id }) => id);
    if (ended.length > 0) void vault.remove(ended);
    else if (files.some(({ state }) => state === "loading")) start();
  });
  window.addEventListener("online", start, { signal });
  return () => {
    stopping.abort();
    stopWatching();
    clearTimeout(timer);
  };
};
