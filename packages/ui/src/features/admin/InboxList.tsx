import type { InquiryRoom } from "@knowhow/shared";
import Chip from "@mui/material/Chip";
import type { Ref } from "react";
import { TalkList } from "../chats/TalkList.tsx";
import { TalkRow } from "../chats/TalkRow.tsx";
import { serverNow } from "../../client/serverClock.ts";
import { formatRelative } from "../../components/format.ts";
import { subjectOf } from "./InboxTalk.tsx";

/** A person who waits for longer stands out. */
const longMs = 60 * 60_000;

/** Since when a person waits for an answer, read or not. */
const WaitingChip = ({ since, now = serverNow() }: { since: string; now?: Date }) => {
  const isLong = now.getTime() - new Date(since).getTime() > longMs;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={isLong ? "warning" : "default"}
      label={isLong ? `${formatRelative(since, now)}부터 대기` : "답변 대기"}
    />
  );
};

interface InboxListProps {
  rooms: readonly InquiryRoom[];
  selectedId: string | undefined;
  /** Where choosing a conversation leads. */
  pathOf: (roomId: string) => string;
  listRef?: Ref<HTMLUListElement>;
}

/** The conversations of all people with the administrators, the one with the newest message first. */
export const InboxList = ({ rooms, selectedId, pathOf, listRef }: InboxListProps) => (
  <TalkList label="문의 목록" {...(listRef === undefined ? {} : { listRef })}>
    {rooms.map((room) => (
      <li key={room.id}>
        <TalkRow
          to={pathOf(room.id)}
          beside={{ isOpen: room.id === selectedId }}
          person={{ id: room.userId, nickname: room.userNickname, profileImageUrl: null }}
          chips={room.waitingSince == null ? null : <WaitingChip since={room.waitingSince} />}
          subject={subjectOf(room)}
          lastMessage={room.lastMessage}
          time={room.lastMessage?.createdAt ?? room.lastMessageAt ?? room.createdAt}
          unreadCount={room.unreadCount}
        />
      </li>
    ))}
  </TalkList>
);
