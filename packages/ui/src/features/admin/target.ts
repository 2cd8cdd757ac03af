import type { Report } from "@knowhow/shared";
import { commentAnchor } from "../reports/commentAnchor.ts";

/** The address of a content, or of a comment on it. */
export const contentPlaceOf = (contentId: string, commentId: string | null): string =>
  `/content/${contentId}${commentId === null ? "" : `#${commentAnchor(commentId)}`}`;

/** The address of a reported comment, content, or room, which administrators can join. */
export const placeOf = ({ contentId, commentId, chatRoomId }: Report): string | undefined => {
  if (contentId !== null) return contentPlaceOf(contentId, commentId);
  return chatRoomId === null ? undefined : `/admin-chat/${chatRoomId}`;
};
