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
