import { connectionCost } from "./connection.ts";
import type { VaultFile, VaultPlan } from "./vaultRows.ts";

/** Whether the files of the plan wait: for another connection, for room, or because they were told to. */
export const isPlanHeld = (
  files: readonly VaultFile[],
  { isPaused, isAnyConnection }: VaultPlan,
): boolean => {
  const cost = connectionCost();
  return (
    isPaused ||
    cost === "metered" ||
    (cost === "unknown" && !isAnyConnection) ||
    files.some(({ state }) => state === "full")
  );
};

/** The files that can be loaded now, the first added first; those that were wished for alone before the plan's. */
export const loadableOf = (files: readonly VaultFile[], plan: VaultPlan): VaultFile[] => {
  const isHeld = !plan.isOn || isPlanHeld(files, plan);
  const rankOf = ({ isAuto }: VaultFile) => (isAuto === true ? 1 : 0);
  return files
    .filter(({ state, isAuto }) => state === "loading" && !(isHeld && isAuto === true))
    .sort((a, b) => rankOf(a) - rankOf(b) || a.addedAt - b.addedAt || a.index - b.index);
};
