import type { Report } from "@knowhow/shared";
import { commentAnchor } from "../reports/commentAnchor.ts";

/** Where a content is, or a comment on it. */
export const contentPlaceOf = (contentId: string, commentId: string | null): string =>
  `/content/${contentId}${commentId === null ? "" : `#${commentAnchor(commentId)}`}`;

/** Where what was reported is: the comment, the content, or the room, which administrators can join. */
export const placeOf = ({ contentId, commentId, chatRoomId }: Report): string | undefined => {
  if (contentId !== null) return contentPlaceOf(contentId, commentId);
  return chatRoomId === null ? undefined : `/admin-chat/${chatRoomId}`;
};
