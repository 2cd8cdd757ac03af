import { BaseModel } from "../../database/BaseModel.ts";

/** A buyer's comment on a content, or an answer to one. */
export class ContentComment extends BaseModel {
  static override readonly tableName = "content_comments";
  declare contentId: string;
  /** The comment that this one answers. */
  declare parentId: string | null;
  declare userId: string;
  declare comment: string;
  declare createdAt: Date;
  declare editedAt: Date | null;
  /** When administrators hid it, and why. */
  declare hiddenAt: Date | null;
  declare hiddenReason: string | null;
}
