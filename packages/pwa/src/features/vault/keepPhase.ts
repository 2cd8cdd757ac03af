import type { VaultFile } from "../../offline/vault/vaultRows.ts";

/** How far the files of a content are on the device, as one. */
type KeepPhase = "none" | "loading" | "paused" | "full" | "kept";

/** The sum over some files: bytes that are there, and bytes in all as far as they are known. */
export interface KeepProgress {
  phase: KeepPhase;
  /** Whether no file has begun or is the next. */
  isWaiting: boolean;
  received: number;
  size: number;
  /** The share of files whose size is known: a size comes with a file's first bytes. */
  known: number;
}

/**
 * The progress of a content's files, or of all. One without room stands for all; a held one does unless another is
 * loading. `next` is the file that is loading, or the first to load.
 */
export const progressOf = (files: readonly VaultFile[], next?: VaultFile): KeepProgress => {
  const has = (state: VaultFile["state"]) => files.some((file) => file.state === state);
  const [phase = "none"] = (["full", "loading", "paused", "kept"] as const).filter(has);
  const sum = (bytes: (file: VaultFile) => number) => files.reduce((total, file) => total + bytes(file), 0);
  const received = sum(({ received: bytes }) => bytes);
  return {
    phase,
    isWaiting: phase === "loading" && received === 0 && !files.some(({ id }) => id === next?.id),
    received,
    size: sum(({ size }) => size ?? 0),
    known: files.length === 0 ? 1 : sum(({ size }) => (size === null ? 0 : 1)) / files.length,
  };
};

/** How far they are, in whole percents of all bytes: files of unknown size count as large as the others on average. */
export const percentOf = ({ received, size, known }: KeepProgress): number =>
  size === 0 ? 0 : Math.floor((received / size) * known * 100);

/** What a content has on the device. */
export interface KeptContent {
  contentId: string;
  /** The names of its files, each once. */
  fileNames: string[];
  progress: KeepProgress;
}

/** The files by their contents, the largest first; `next` is the file that is loading, or the first to load. */
export const byContent = (files: readonly VaultFile[], next?: VaultFile): KeptContent[] => {
  const groups = new Map<string, VaultFile[]>();
  for (const file of files) groups.set(file.contentId, [...(groups.get(file.contentId) ?? []), file]);
  return [...groups]
    .map(([contentId, own]) => ({
      contentId,
      fileNames: [...new Set(own.map(({ fileName }) => fileName))],
      progress: progressOf(own, next),
    }))
    .sort((a, b) => b.progress.received - a.progress.received);
};
