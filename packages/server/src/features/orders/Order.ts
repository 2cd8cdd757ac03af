import type { OrderStatus } from "@knowhow/shared";
import { BaseModel } from "../../database/BaseModel.ts";

/** One user's purchase of one content, from the first click to the refund. Amounts in won never change. */
export class Order extends BaseModel {
  static override readonly tableName = "orders";
  declare buyerId: string;
  declare contentId: string;
  declare sellerId: string;
  declare orderNumber: string;
  declare price: number;
  declare amount: number;
  declare platformFee: number;
  declare sellerAmount: number;
  declare title: string;
  declare category: string;
  declare mentorNickname: string;
  declare status: OrderStatus;
  declare paymentMethod: string | null;
  declare tossPaymentKey: string | null;
  declare tossOrderId: string | null;
  declare receiptKey: string | null;
  /** Part of the cash receipt's key at the provider; 0 before the first request. */
  declare receiptRound: number;
  declare receiptUrl: string | null;
  declare createdAt: Date;
  declare paidAt: Date | null;
  declare refundedAt: Date | null;
  declare claimedAt: Date | null;
  declare confirmLeaseUntil: Date | null;
  declare attempts: number;
  declare providerRound: number;
  declare nextCheckAt: Date | null;
  declare failureCode: string | null;
  declare failureMessage: string | null;
  /** Won that the provider returned of it without us, less than all. */
  declare partCancelled: number;
  declare partCancelledAt: Date | null;
}
