import type { ChatRoom } from "@knowhow/shared";
import Chip from "@mui/material/Chip";
import { TalkRow } from "@knowhow/ui/features/chats/TalkRow.tsx";

interface RoomRowProps {
  room: ChatRoom;
  meId: string;
}

/** One room in the list: its other user with the badge, the content, the last message. */
export const RoomRow = ({ room, meId }: RoomRowProps) => {
  const isBuyer = room.buyerId === meId;
  const other = isBuyer ? room.seller : room.buyer;
  return (
    <TalkRow
      to={`/chat/${room.id}`}
      person={{ ...other, nickname: other.nickname || "사용자" }}
      chips={
        <>
          <Chip
            size="small"
            variant="outlined"
            color={isBuyer ? "primary" : "secondary"}
            label={isBuyer ? "판매자" : "구매자"}
            sx={{ flexShrink: 0 }}
          />
          {room.status === "inactive" ? <Chip size="small" label="종료" sx={{ flexShrink: 0 }} /> : null}
        </>
      }
      subject={room.content.title}
      lastMessage={room.lastMessage}
      time={room.lastMessage?.createdAt ?? room.lastMessageAt}
      unreadCount={room.unreadCount}
    />
  );
};
