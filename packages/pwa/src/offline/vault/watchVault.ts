import { locks } from "../laneLocks.ts";
import { onConnectionChange } from "./connection.ts";
import { loadVault, type Rests } from "./loadVault.ts";
import { loadableOf } from "./plan.ts";
import { maxTextFile } from "./textBounds.ts";
import { openVault, type Vault } from "./vaultFiles.ts";
import type { VaultFile } from "./vaultRows.ts";

/** Pause after a failure before the next try. */
const retryMs = 15_000;

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
  const rests: Rests = new Map();
  const runLater = () => {
    timer = setTimeout(() => void run(), retryMs);
  };
  const run = async () => {
    if (isRunning || signal.aborted || !navigator.onLine) return;
    isRunning = true;
    clearTimeout(timer);
    try {
      await locks()?.request(`knowhow:${personId}:vault`, { signal }, async () => {
        const isDone = await loadVault({ personId, vault, signal, rests });
        await takeTexts(vault, signal);
        if (!isDone) runLater();
      });
    } catch (error) {
      if (stopping.signal.aborted) return;
      console.warn(error);
      runLater();
    } finally {
      isRunning = false;
    }
  };
  const start = () => void run();
  const stopWatching = vault.watch((files, plan) => {
    if (loadableOf(files, plan).length > 0 || files.some(isTextWanted)) start();
  });
  window.addEventListener("online", start, { signal });
  onConnectionChange(start, signal);
  return () => {
    stopping.abort();
    stopWatching();
    clearTimeout(timer);
  };
};
