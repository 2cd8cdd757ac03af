import { BaseModel } from "../../database/BaseModel.ts";

/** A question to the seller of a content, with the answer. */
export class ContentQuestion extends BaseModel {
  static override readonly tableName = "content_questions";
  declare contentId: string;
  declare userId: string;
  declare question: string;
  declare createdAt: Date;
  declare answer: string | null;
  declare answeredAt: Date | null;
  declare editedAt: Date | null;
  /** When the asker saw the answer. */
  declare answerSeenAt: Date | null;
  /** When administrators hid it, or the answer alone, and why. */
  declare hiddenAt: Date | null;
  declare hiddenReason: string | null;
  declare answerHiddenAt: Date | null;
  declare answerHiddenReason: string | null;
}
