import type { AdminSettlement } from "@knowhow/shared";

/** What of a payout is about what its seller owes. */
export type Clawback = Pick<AdminSettlement, "clawbackAmount" | "recoveredAmount" | "closedAmount">;

/** What a seller still owes of a payout whose order was given back, in won. */
export const owedOf = ({ clawbackAmount, recoveredAmount, closedAmount }: Clawback): number =>
  clawbackAmount - recoveredAmount - closedAmount;
