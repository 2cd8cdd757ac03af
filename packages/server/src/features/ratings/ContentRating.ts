import { BaseModel } from "../../database/BaseModel.ts";

/** A buyer's rating of a content. */
export class ContentRating extends BaseModel {
  static override readonly tableName = "content_ratings";
  declare contentId: string;
  declare userId: string;
  declare score: number;
  declare text: string | null;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** Of the content's seller. */
  declare answer: string | null;
  declare answeredAt: Date | null;
  declare helpfulCount: number;
  /** When administrators hid it, or the answer alone, and why. */
  declare hiddenAt: Date | null;
  declare hiddenReason: string | null;
  declare answerHiddenAt: Date | null;
  declare answerHiddenReason: string | null;
}
