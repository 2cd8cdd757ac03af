import { appNow } from "../../database/clock.ts";
import type { Trx } from "../../database/BaseModel.ts";
import { stateAfter } from "../../lifecycle.ts";
import { settlementMoves } from "./lifecycle.ts";
import type { Settlement } from "./Settlement.ts";

/** Whether a waiting settlement's money was requested before, under its present reference. */
export const mayHaveLeft = ({ status, sentAt }: Pick<Settlement, "status" | "sentAt">): boolean =>
  sentAt !== null && (status === "pending" || status === "held");

/** Puts a claimed settlement back whose money was never asked for: nothing of it can have left. */
export const putBackUnsent = async (trx: Trx, settlement: Settlement): Promise<void> => {
  if (settlement.status !== "processing" || settlement.sentAt !== null) return;
  await settlement.$query(trx).patch({ status: stateAfter(settlementMoves.putBack, settlement.status) });
};

/** Has the provider asked about such a settlement again, whatever holds it: what has left can not be held. */
export const reclaimSettlement = async (trx: Trx, settlement: Settlement): Promise<void> => {
  const { release, claim } = settlementMoves;
  if (settlement.status === "held")
    await settlement.$query(trx).patch({ status: stateAfter(release, settlement.status), heldReason: null });
  await settlement
    .$query(trx)
    .patch({ status: stateAfter(claim, "pending"), claimedAt: appNow(), askedAt: null, payoutId: null });
};
