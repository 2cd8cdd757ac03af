import { BaseModel } from "../../database/BaseModel.ts";

/** A buyer's comment on a content. */
export class ContentComment extends BaseModel {
  static override readonly tableName = "content_comments";
  declare contentId: string;
  declare userId: string;
  declare comment: string;
  declare createdAt: Date;
  /** When administrators hid it, and why. */
  declare hiddenAt: Date | null;
  declare hiddenReason: string | null;
}
