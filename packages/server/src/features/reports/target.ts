import { statesSql } from "../../lifecycle.ts";
import { reportMoves } from "./lifecycle.ts";
import type { Report } from "./Report.ts";

/** In SQL: whether a report is open, without a final decision. */
export const openSql = `status in ${statesSql(reportMoves.resolve.from)}`;

/** In SQL: whether a report came no later than another one, or whether there is none such: ids grow with time. */
export const isUpToSql = (id: string, newestId: string): string =>
  `${id} <= coalesce(${newestId}::uuid, ${id})`;

/** The target of a report: words at a content, the content, or a room. */
export const targetSql = (alias: string): string =>
  `coalesce(${["comment_id", "rating_id", "question_id", "content_id", "chat_room_id"].map((column) => `${alias}.${column}`).join(", ")})`;

/** Whether two reports have the same target: a content, words of one person at it, or a user in one room. */
export const sameTargetSql = (one: string, other: string): string =>
  `(${targetSql(one)} = ${targetSql(other)} and ${one}.reported_user_id = ${other}.reported_user_id)`;

/** Whether the report `r` was decided together with the report `it`, in one decision about several. */
export const isTogetherSql = /* sql */ `(r.status = it.status and r.reviewed_by = it.reviewed_by and r.reviewed_at = it.reviewed_at)`;

/** See targetSql. */
export const targetOf = ({ commentId, ratingId, questionId, contentId, chatRoomId }: Report): string | null =>
  commentId ?? ratingId ?? questionId ?? contentId ?? chatRoomId;
