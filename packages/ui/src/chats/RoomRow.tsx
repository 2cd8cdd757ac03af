import type { ChatRoom } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { RelativeTime } from "../components/RelativeTime.tsx";
import { PersonAvatar } from "./PersonAvatar.tsx";
import { UnreadBadge } from "./UnreadBadge.tsx";

interface RoomRowProps {
  room: ChatRoom;
  meId: string;
}

/** One room of the list: who is on the other side, about what, what was said last. The whole row is the link. */
export const RoomRow = ({ room, meId }: RoomRowProps) => {
  const isBuyer = room.buyerId === meId;
  const other = isBuyer ? room.seller : room.buyer;
  const nickname = other.nickname || "사용자";
  const { lastMessage, unreadCount } = room;
  return (
    <Box
      component={Link}
      to={`/chat/${room.id}`}
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 1.5,
        px: 2,
        py: 1.5,
        color: "inherit",
        textDecoration: "none",
        "&:hover": { bgcolor: "action.hover" },
        "&:focus-visible": { outlineOffset: "-3px" },
      }}
    >
      <PersonAvatar person={{ ...other, nickname }} size="3rem" />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: "flex", alignItems: "center", gap: 0.75 }}>
          <Typography variant="subtitle2" component="h2" noWrap>
            {nickname}
          </Typography>
          <Chip
            size="small"
            variant="outlined"
            color={isBuyer ? "primary" : "secondary"}
            label={isBuyer ? "판매자" : "구매자"}
            sx={{ flexShrink: 0 }}
          />
          {room.status === "inactive" ? <Chip size="small" label="종료" sx={{ flexShrink: 0 }} /> : null}
          <Typography
            variant="body2"
            component="span"
            color="textSecondary"
            sx={{ ml: "auto", pl: 1, flexShrink: 0 }}
          >
            <RelativeTime time={lastMessage?.createdAt ?? room.lastMessageAt} />
          </Typography>
        </Box>
        <Typography variant="body2" color="textSecondary" noWrap>
          {room.content.title}
        </Typography>
        <Box sx={{ display: "flex", alignItems: "center", gap: 1, position: "relative" }}>
          <Typography
            noWrap
            sx={{ flex: 1, minWidth: 0, ...(unreadCount > 0 ? { fontWeight: 650 } : {}) }}
            color={lastMessage ? "textPrimary" : "textSecondary"}
          >
            {lastMessage?.message ?? "아직 나눈 대화가 없어요"}
          </Typography>
          <UnreadBadge count={unreadCount} />
        </Box>
      </Box>
    </Box>
  );
};
