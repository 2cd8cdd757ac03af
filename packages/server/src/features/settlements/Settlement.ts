import { BaseModel } from "../../database/BaseModel.ts";
import type { settlementLifecycle } from "./lifecycle.ts";

/** The seller's money of one paid order, in won, and its state. */
export class Settlement extends BaseModel {
  static override readonly tableName = "settlements";
  declare orderId: string;
  declare sellerId: string;
  declare amount: number;
  declare status: (typeof settlementLifecycle)["states"][number];
  declare settledAt: Date | null;
  declare createdAt: Date;
  declare payableAt: Date;
  declare heldReason: string | null;
  /** The payout's account: the seller's at the moment of the claim, the number encrypted. */
  declare bankName: string | null;
  declare accountNumber: string | null;
  declare accountHolder: string | null;
  declare attempts: number;
  /** Raised only after a definite refusal: part of the reference that the provider pays once. */
  declare providerRound: number;
  declare claimedAt: Date | null;
  /** The provider's id of the payout under way. */
  declare payoutId: string | null;
  declare nextTryAt: Date | null;
  /** When the provider was last asked about it. */
  declare askedAt: Date | null;
  /** The part kept back for earlier payouts of orders that were refunded. */
  declare clawbackAmount: number;
  /** When the request for its money last left, under its present reference. */
  declare sentAt: Date | null;
  /** An administrator's reason while it is held by hand. */
  declare manualHold: string | null;
  /** The won cancelled at the provider when an administrator last released it: no hold up to this sum. */
  declare judgedCancel: number;
  /** The number of the provider's refund refusals when an administrator last released it. */
  declare judgedRefusals: number;
  /** When the seller-wide hold began from which this one was released. */
  declare judgedHold: Date | null;
}
