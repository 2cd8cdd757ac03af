import type { CurrentUser } from "@knowhow/shared";
import { useUnreadInRooms } from "@knowhow/ui/features/chats/useChatRooms.ts";
import { useUnreadInquiries } from "../inquiries/useInquiries.ts";
import { useIsLeaving } from "@knowhow/ui/client/useIsLeaving.ts";

/** The number of a user's unread messages, in rooms and inquiries. */
export const useUnreadTotal = (user: CurrentUser | null): number => {
  const isLeaving = useIsLeaving();
  const isActive = user !== null && !user.mustChangePassword && !isLeaving;
  const inRooms = useUnreadInRooms(isActive && !user.isBanned);
  return inRooms + useUnreadInquiries(isActive);
};
