import type { ChatRoom } from "@knowhow/shared";
import Chip from "@mui/material/Chip";
import { previewUrl } from "@knowhow/ui/client/addresses.ts";
import { pictureSizes } from "@knowhow/ui/client/pictures.ts";
import { TalkRow } from "@knowhow/ui/features/chats/TalkRow.tsx";
import { ContentCover } from "../../components/ContentCover.tsx";

interface RoomRowProps {
  room: ChatRoom;
  meId: string;
}

/** The first sentence of what the product said. */
const shorten = (text: string): string => /^[^\n]*?[.!?](?=\s|$)|^[^\n]*/.exec(text)?.[0] ?? text;

/** What a row says of its talk: a person's last words, unless something of ours is new or nothing was said yet. */
const shownOf = ({ lastMessage, lastTalk, unreadCount }: ChatRoom) => {
  const isState = lastMessage?.messageType === "system";
  if (!isState || (lastTalk && unreadCount === 0)) return { message: isState ? lastTalk : lastMessage };
  return { message: { ...lastMessage, message: shorten(lastMessage.message) }, isState };
};

/** One room in the list: its other user with the badge, the content and its cover, the last message. */
export const RoomRow = ({ room, meId }: RoomRowProps) => {
  const { content } = room;
  const isBuyer = room.buyerId === meId;
  const other = isBuyer ? room.seller : room.buyer;
  const { message = null, isState = false } = shownOf(room);
  return (
    <TalkRow
      to={`/chat/${room.id}`}
      person={{
        ...other,
        id: isBuyer ? room.sellerId : room.buyerId,
        nickname: other.nickname || "사용자",
      }}
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
      subject={content.title}
      lastMessage={message}
      isState={isState}
      time={message?.createdAt ?? room.lastMessageAt}
      unreadCount={room.unreadCount}
      cover={
        <ContentCover
          content={{ ...content, previewImageUrls: content.hasPreview ? [previewUrl(content.id, 0)] : [] }}
          sizes={pictureSizes.row}
        />
      }
    />
  );
};
