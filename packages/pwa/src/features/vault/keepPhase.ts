import type { VaultFile } from "../../offline/vault/vaultRows.ts";

/** How far the files of a content are on the device, as one. */
type KeepPhase = "none" | "loading" | "paused" | "full" | "kept";

/** The sum over some files: bytes that are there, and bytes in all as far as they are known. */
export interface KeepProgress {
  phase: KeepPhase;
  received: number;
  size: number;
}

/** The progress of a content's files. One without room stands for all; a held one does unless another is loading. */
export const progressOf = (files: readonly VaultFile[]): KeepProgress => {
  const has = (state: VaultFile["state"]) => files.some((file) => file.state === state);
  const [phase = "none"] = (["full", "loading", "paused", "kept"] as const).filter(has);
  const sum = (bytes: (file: VaultFile) => number) => files.reduce((total, file) => total + bytes(file), 0);
  return { phase, received: sum(({ received }) => received), size: sum(({ size }) => size ?? 0) };
};

/** How far they are, in whole percents. */
export const percentOf = ({ received, size }: KeepProgress): number =>
  size === 0 ? 0 : Math.floor((received / size) * 100);

/** What a content has on the device. */
export interface KeptContent {
  contentId: string;
  /** The names of its files, each once. */
  fileNames: string[];
  progress: KeepProgress;
}

/** The files by their contents, the largest first. */
export const byContent = (files: readonly VaultFile[]): KeptContent[] => {
  const groups = new Map<string, VaultFile[]>();
  for (const file of files) groups.set(file.contentId, [...(groups.get(file.contentId) ?? []), file]);
  return [...groups]
    .map(([contentId, own]) => ({
      contentId,
      fileNames: [...new Set(own.map(({ fileName }) => fileName))],
      progress: progressOf(own),
    }))
    .sort((a, b) => b.progress.received - a.progress.received);
};
