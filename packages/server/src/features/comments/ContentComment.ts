import { BaseModel } from "../../database/BaseModel.ts";

/** What a buyer says about a content. */
export class ContentComment extends BaseModel {
  static override readonly tableName = "content_comments";
  declare contentId: string;
  declare userId: string;
  declare comment: string;
  declare createdAt: Date;
  /** When administrators took it down, and why. */
  declare hiddenAt: Date | null;
  declare hiddenReason: string | null;
}
