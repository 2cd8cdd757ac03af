import { BaseModel } from "../../database/BaseModel.ts";

/** The newest refund request of an order, or the refund by an administrator or the provider without one. */
export class Refund extends BaseModel {
  static override readonly tableName = "refunds";
  declare orderId: string;
  declare amount: number;
  /** The buyer's where they asked, else an administrator's or the product's own. */
  declare reason: string;
  declare requestedBy: string | null;
  declare decidedBy: string | null;
  declare decision: "approve" | "deny" | null;
  declare decisionReason: string | null;
  declare providerTransactionKey: string | null;
  /** Won that an administrator gave back by bank transfer; null where the provider gave the money back. */
  declare transferredAmount: number | null;
  declare createdAt: Date;
  declare dueAt: Date | null;
  declare decidedAt: Date | null;
  declare completedAt: Date | null;
  /** When the cancel last left for the provider. */
  declare cancelSentAt: Date | null;
  /** The provider's definite refusal of an approved refund. */
  declare refusalCode: string | null;
  declare receiptCancelledAt: Date | null;
}
