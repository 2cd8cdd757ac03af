import type { Settlement } from "@knowhow/shared";

type Facts = Pick<Settlement, "status" | "heldReason" | "sellerHoldReason">;

/** Why all payouts of a seller are held, for a settlement that is still owed and does not give the reason. */
export const sellerHoldOf = ({ status, heldReason, sellerHoldReason }: Facts): string | undefined => {
  const isOwed = status === "held" || status === "failed" || status === "pending";
  return isOwed && sellerHoldReason && sellerHoldReason !== heldReason ? sellerHoldReason : undefined;
};
