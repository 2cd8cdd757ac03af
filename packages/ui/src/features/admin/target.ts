import { isOfWords, reportTypeLabel, type Report } from "@knowhow/shared";
import { josa } from "es-hangul";
import { commentAnchor } from "../reports/commentAnchor.ts";

type Place = Pick<Report, "contentId" | "commentId" | "ratingId" | "questionId" | "reportType">;

const anchorOf = ({ commentId, ratingId, questionId }: Place): string => {
  if (commentId !== null) return `#${commentAnchor(commentId)}`;
  // A report kept by an older version lacks them.
  if (ratingId != null) return "#ratings";
  return questionId == null ? "" : "#questions";
};

/** The address of a content, or of words at it. */
export const contentPlaceOf = (report: Place): string =>
  `/content/${report.contentId ?? ""}${anchorOf(report)}`;

/** What leads there. */
export const contentPlaceLabel = ({ reportType }: Pick<Report, "reportType">): string =>
  `${josa(reportTypeLabel(isOfWords(reportType) ? reportType : "content"), "으로/로")} 이동`;

/** The address of reported words, a content, or a room, which administrators can join. */
export const placeOf = (report: Place & Pick<Report, "chatRoomId">): string | undefined => {
  if (report.contentId !== null) return contentPlaceOf(report);
  return report.chatRoomId === null ? undefined : `/admin-chat/${report.chatRoomId}`;
};
