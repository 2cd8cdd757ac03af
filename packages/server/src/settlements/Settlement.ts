import { BaseModel } from "../database/BaseModel.ts";

/** What the seller of one paid order is owed, in won, and where it stands. */
export class Settlement extends BaseModel {
  static override readonly tableName = "settlements";
  declare orderId: string;
  declare sellerId: string;
  declare amount: number;
  declare status: "pending" | "held" | "processing" | "completed" | "failed" | "cancelled";
  declare settledAt: Date | null;
  declare createdAt: Date;
  declare payableAt: Date;
  declare heldReason: string | null;
}
