import type { ReportStatus, ReportType } from "@knowhow/shared";
import { BaseModel } from "../../database/BaseModel.ts";
import { reportMoves } from "./lifecycle.ts";

/** Whether a report in this state is decided. */
export const isFinal = (status: ReportStatus): boolean =>
  (reportMoves.reopen.from as readonly ReportStatus[]).includes(status); // Widened only to ask.

/** A user's report of a content, of words at one, or of another user. The database holds its allowed moves. */
export class Report extends BaseModel {
  static override readonly tableName = "reports";
  declare reportType: ReportType;
  declare reporterId: string;
  declare reportedUserId: string;
  declare chatRoomId: string | null;
  declare contentId: string | null;
  /** The reported comment; its author may have deleted it since. */
  declare commentId: string | null;
  /** The rating or question, or that whose answer is reported. */
  declare ratingId: string | null;
  declare questionId: string | null;
  declare contentTitle: string | null;
  declare reportReason: string;
  declare reportDetails: string;
  declare status: ReportStatus;
  declare reviewNotes: string | null;
  declare createdAt: Date;
  declare reviewedAt: Date | null;
  /** The administrator who decided last. */
  declare reviewedBy: string | null;
  /** How often it was reopened after a decision, and why the last time. */
  declare reopenedCount: number;
  declare reopenReason: string | null;
}
