import type { Settlement } from "@knowhow/shared";

type Facts = Pick<Settlement, "status" | "heldReason" | "sellerHoldReason">;

/** Why all that a seller is owed waits, of a settlement that is still owed and does not say so already. */
export const sellerHoldOf = ({ status, heldReason, sellerHoldReason }: Facts): string | undefined => {
  const isOwed = status === "held" || status === "failed" || status === "pending";
  return isOwed && sellerHoldReason && sellerHoldReason !== heldReason ? sellerHoldReason : undefined;
};
