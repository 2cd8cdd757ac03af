import { statesSql } from "../../lifecycle.ts";
import { reportMoves } from "./lifecycle.ts";
import type { Report } from "./Report.ts";

/** In SQL: whether a report is open, without a final decision. */
export const openSql = `status in ${statesSql(reportMoves.resolve.from)}`;

/** The target of a report: a comment, a content, or a room. */
export const targetSql = (alias: string): string =>
  `coalesce(${alias}.comment_id, ${alias}.content_id, ${alias}.chat_room_id)`;

/** Whether two reports have the same target: a content, a comment, or a user in one room. */
export const sameTargetSql = (one: string, other: string): string =>
  `(${targetSql(one)} = ${targetSql(other)} and ${one}.reported_user_id = ${other}.reported_user_id)`;

/** See targetSql. */
export const targetOf = ({ commentId, contentId, chatRoomId }: Report): string | null =>
  commentId ?? contentId ?? chatRoomId;
