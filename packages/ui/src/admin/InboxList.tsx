import type { InquiryRoom } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Ref } from "react";
import { Link } from "react-router-dom";
import { PersonAvatar } from "../chats/PersonAvatar.tsx";
import { UnreadBadge } from "../chats/UnreadBadge.tsx";
import { RelativeTime } from "../components/RelativeTime.tsx";
import { subjectOf } from "./InquiryTalk.tsx";

interface InboxRowProps {
  room: InquiryRoom;
  to: string;
  isSelected: boolean;
}

/** One conversation: with whom, about what, what was said last, what waits unread. The whole row is the link. */
const InboxRow = ({ room, to, isSelected }: InboxRowProps) => {
  const { userNickname, lastMessage, lastMessageAt, createdAt, unreadCount } = room;
  return (
    <Box
      component={Link}
      to={to}
      {...(isSelected ? { "aria-current": "true" } : {})}
      preventScrollReset
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 1.5,
        px: 2,
        py: 1.5,
        color: "inherit",
        textDecoration: "none",
        "&:hover": { bgcolor: "action.hover" },
        "&[aria-current]": { bgcolor: "action.selected" },
        "&:focus-visible": { outlineOffset: "-3px" },
      }}
    >
      <PersonAvatar person={{ nickname: userNickname, profileImageUrl: null }} size="2.5rem" />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: "flex", alignItems: "baseline", gap: 1 }}>
          <Typography variant="subtitle2" component="h2" noWrap>
            {userNickname}
          </Typography>
          <Typography
            variant="body2"
            component="span"
            color="textSecondary"
            sx={{ ml: "auto", flexShrink: 0 }}
          >
            <RelativeTime time={lastMessage?.createdAt ?? lastMessageAt ?? createdAt} />
          </Typography>
        </Box>
        <Typography variant="body2" color="textSecondary" noWrap>
          {subjectOf(room)}
        </Typography>
        <Box sx={{ display: "flex", alignItems: "center", gap: 1, position: "relative" }}>
          <Typography noWrap sx={{ flex: 1, minWidth: 0, ...(unreadCount > 0 ? { fontWeight: 650 } : {}) }}>
            {lastMessage?.message ?? "아직 나눈 대화가 없어요"}
          </Typography>
          <UnreadBadge count={unreadCount} />
        </Box>
      </Box>
    </Box>
  );
};

interface InboxListProps {
  rooms: readonly InquiryRoom[];
  selectedId: string | undefined;
  /** Where choosing a conversation leads. */
  pathOf: (roomId: string) => string;
  listRef?: Ref<HTMLUListElement>;
}

/** The conversations of everybody with the administrators, the one with the newest message first. */
export const InboxList = ({ rooms, selectedId, pathOf, listRef }: InboxListProps) => (
  <Box
    component="ul"
    ref={listRef}
    aria-label="문의 목록"
    sx={{
      m: 0,
      p: 0,
      listStyle: "none",
      "& > li + li": { borderTop: "1px solid", borderColor: "divider" },
    }}
  >
    {rooms.map((room) => (
      <li key={room.id}>
        <InboxRow room={room} to={pathOf(room.id)} isSelected={room.id === selectedId} />
      </li>
    ))}
  </Box>
);
