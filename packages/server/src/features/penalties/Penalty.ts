import type { PenaltyType } from "@knowhow/shared";
import { BaseModel } from "../../database/BaseModel.ts";

/** An administrator's penalty; only whether it is active, and when it was seen, ever changes. */
export class Penalty extends BaseModel {
  static override readonly tableName = "user_penalties";
  declare userId: string;
  declare reportId: string | null;
  declare adminId: string | null;
  declare penaltyType: PenaltyType;
  declare duration: number | null;
  declare reason: string;
  declare startDate: Date;
  /** When it ends by itself; a warning has one where it also suspends. */
  declare endDate: Date | null;
  declare isActive: number;
  declare createdAt: Date;
  declare seenAt: Date | null;
  declare liftedAt: Date | null;
  declare liftReason: string | null;
  declare liftedBy: string | null;
}
