import { BaseModel } from "../../database/BaseModel.ts";

/** One message; ids are uuid version 7, given under the room's lock, so they grow with time. */
export class ChatMessage extends BaseModel {
  static override readonly tableName = "chat_messages";
  declare chatRoomId: string;
  declare senderId: string | null;
  declare message: string;
  declare messageType: "text" | "system" | "admin";
  declare isRead: number;
  declare createdAt: Date;
  declare clientId: string | null;
}
