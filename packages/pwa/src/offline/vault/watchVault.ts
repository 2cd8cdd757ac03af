import { lockedDays } from "@knowhow/shared";
import { locks } from "../laneLocks.ts";
import { onConnectionChange } from "./connection.ts";
import { loadVault } from "./loadVault.ts";
import { loadableOf } from "./plan.ts";
import { maxTextFile } from "./textBounds.ts";
import { openVault, type Vault } from "./vaultFiles.ts";
import type { VaultFile } from "./vaultRows.ts";

/** Pause after a failure before the next try. */
const retryMs = 15_000;
/** Without a word of the server for so long, nothing bought stays on the device. */
const leaseMs = lockedDays * 24 * 60 * 60_000;

/** Whether the text of a file is still to be taken: the reader has it of the others. */
const isTextWanted = ({ kind, state, size, isTextTaken }: VaultFile): boolean =>
  kind === "pdf" && state === "kept" && (size ?? 0) <= maxTextFile && isTextTaken !== true;

/** Takes the text of kept PDFs for the search, one file after the other. */
const takeTexts = async (vault: Vault, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const file = (await vault.list()).find(isTextWanted);
    const bytes = file && (await vault.open(file.id));
    if (!file || !bytes) return;
    const { takePdfText } = await import("./late/pdfText.ts");
    const { pages, head } = await takePdfText(bytes, signal);
    await vault.keepText(file, pages, head);
    signal.throwIfAborted();
  }
};

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
      await locks()?.request(`knowhow:${personId}:vault`, { signal }, async () => {
        await loadVault({ personId, vault, signal });
        await takeTexts(vault, signal);
      });
    } catch (error) {
      if (stopping.signal.aborted) return;
      console.warn(error);
      timer = setTimeout(() => void run(), retryMs);
    } finally {
      isRunning = false;
    }
  };
  const start = () => void run();
  const stopWatching = vault.watch((files, plan) => {
    const now = Date.now();
    const ended = files.filter(({ confirmedAt }) => now - confirmedAt >= leaseMs).map(({ id }) => id);
    if (ended.length > 0) void vault.remove(ended);
    else if (loadableOf(files, plan).length > 0 || files.some(isTextWanted)) start();
  });
  window.addEventListener("online", start, { signal });
  onConnectionChange(start, signal);
  return () => {
    stopping.abort();
    stopWatching();
    clearTimeout(timer);
  };
};
