import { statesSql } from "../../lifecycle.ts";
import { reportMoves } from "./lifecycle.ts";
import type { Report } from "./Report.ts";

/** Reports that are open: nothing final is decided about them. */
export const openSql = `status in ${statesSql(reportMoves.resolve.from)}`;

/** The thing that a report is about: a comment, a content, or a room in which somebody said something. */
export const targetSql = (alias: string): string =>
  `coalesce(${alias}.comment_id, ${alias}.content_id, ${alias}.chat_room_id)`;

/** Whether two reports are about the very same: a content, a comment, or a person in one room. */
export const sameTargetSql = (one: string, other: string): string =>
  `(${targetSql(one)} = ${targetSql(other)} and ${one}.reported_user_id = ${other}.reported_user_id)`;

/** See targetSql. */
export const targetOf = ({ commentId, contentId, chatRoomId }: Report): string | null =>
  commentId ?? contentId ?? chatRoomId;
