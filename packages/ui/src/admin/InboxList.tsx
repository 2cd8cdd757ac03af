import type { InquiryRoom } from "@knowhow/shared";
import type { Ref } from "react";
import { TalkList } from "../chats/TalkList.tsx";
import { TalkRow } from "../chats/TalkRow.tsx";
import { subjectOf } from "./InboxTalk.tsx";

interface InboxListProps {
  rooms: readonly InquiryRoom[];
  selectedId: string | undefined;
  /** Where choosing a conversation leads. */
  pathOf: (roomId: string) => string;
  listRef?: Ref<HTMLUListElement>;
}

/** The conversations of everybody with the administrators, the one with the newest message first. */
export const InboxList = ({ rooms, selectedId, pathOf, listRef }: InboxListProps) => (
  <TalkList label="문의 목록" {...(listRef === undefined ? {} : { listRef })}>
    {rooms.map((room) => (
      <li key={room.id}>
        <TalkRow
          to={pathOf(room.id)}
          beside={{ isOpen: room.id === selectedId }}
          person={{ nickname: room.userNickname, profileImageUrl: null }}
          subject={subjectOf(room)}
          lastMessage={room.lastMessage}
          time={room.lastMessage?.createdAt ?? room.lastMessageAt ?? room.createdAt}
          unreadCount={room.unreadCount}
        />
      </li>
    ))}
  </TalkList>
);
