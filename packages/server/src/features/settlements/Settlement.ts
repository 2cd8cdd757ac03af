import { BaseModel } from "../../database/BaseModel.ts";
import type { settlementLifecycle } from "./lifecycle.ts";

/** What the seller of one paid order is owed, in won, and where it stands. */
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
  /** Where it is paid to: the seller's account at the moment it was claimed, the number encrypted. */
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
  /** What is kept back of it for earlier payouts of orders that were refunded. */
  declare clawbackAmount: number;
  /** When the request for its money last left, under its present reference. */
  declare sentAt: Date | null;
  /** An administrator's words while it is held by hand. */
  declare manualHold: string | null;
  /** The won that the provider gave back when an administrator last let it go: no more than these hold it no more. */
  declare judgedCancel: number;
  /** How often the provider had refused to give the order's money back when an administrator last let it go. */
  declare judgedRefusals: number;
  /** When the hold of all that its seller is owed began, from which this one was let go. */
  declare judgedHold: Date | null;
}
