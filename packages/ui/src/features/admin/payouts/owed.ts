import type { AdminSettlement } from "@knowhow/shared";

/** The part of a payout that is about a claw-back. */
export type Clawback = Pick<AdminSettlement, "clawbackAmount" | "recoveredAmount" | "closedAmount">;

/** How much a seller still owes of a payout whose order was refunded, in won. */
export const owedOf = ({ clawbackAmount, recoveredAmount, closedAmount }: Clawback): number =>
  clawbackAmount - recoveredAmount - closedAmount;
