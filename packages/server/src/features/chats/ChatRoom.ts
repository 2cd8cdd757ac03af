import { BaseModel } from "../../database/BaseModel.ts";

/** The room in which a buyer and a seller talk about one purchase. */
export class ChatRoom extends BaseModel {
  static override readonly tableName = "chat_rooms";
  declare orderId: string;
  declare buyerId: string;
  declare sellerId: string;
  declare contentId: string;
  declare status: "active" | "inactive";
  declare lastMessageAt: Date;
  declare createdAt: Date;
  declare lastMessageId: string | null;
  declare buyerUnread: number;
  declare sellerUnread: number;
  /** How far each side has read the others' messages. */
  declare buyerReadUpTo: string | null;
  declare sellerReadUpTo: string | null;
}
