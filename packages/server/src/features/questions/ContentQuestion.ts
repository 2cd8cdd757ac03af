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
}
