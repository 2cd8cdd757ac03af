import { lockedDays } from "@knowhow/shared";
import type { VaultFile } from "./vaultRows.ts";

/** Without a word of the server for so long, nothing bought stays on the device. */
const leaseMs = lockedDays * 24 * 60 * 60_000;

type Leased = Pick<VaultFile, "confirmedAt" | "seenAt">;

/** Whether the server has been silent too long; a clock that was set back takes nothing from the time before. */
export const isLeaseOver = ({ confirmedAt, seenAt = confirmedAt }: Leased, now: number): boolean =>
  Math.max(now, seenAt) - confirmedAt >= leaseMs;

/** Notes the time; where the clock was set back, the server's last word moves back with it. */
export const noteTime = (file: VaultFile, now: number): VaultFile => {
  const { confirmedAt, seenAt = confirmedAt } = file;
  return { ...file, confirmedAt: confirmedAt - Math.max(0, seenAt - now), seenAt: now };
};
