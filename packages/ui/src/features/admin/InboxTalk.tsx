import { pollIntervals, type CurrentUser, type InquiryMessage, type InquiryRoom } from "@knowhow/shared";
import Button from "@mui/material/Button";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { ComposerClosed } from "../chats/ComposerClosed.tsx";
import { Conversation } from "../chats/Conversation.tsx";
import type { Person } from "../chats/PersonAvatar.tsx";
import { TalkBar } from "../chats/TalkBar.tsx";
import { useTalk, type TalkState, type TalkSource } from "../chats/useTalk.ts";
import { client } from "../../client/client.ts";
import { hasCode } from "../../components/failure.ts";
import { invalidate } from "../../client/queries.ts";
import { useDialogEntry } from "../../components/useDialogEntry.ts";
import { useDwelling } from "./attention.ts";
import { HistoryDialog } from "./HistoryDialog.tsx";
import { quickAnswers } from "./quickAnswers.ts";

const refreshLists = (queryClient: QueryClient) =>
  Promise.all([
    invalidate(queryClient, client.inquiries.inbox),
    invalidate(queryClient, client.inquiries.list),
  ]);

/** All administrators speak with one voice: their messages stand on the own side. */
const toOwnMessage = (message: InquiryMessage, meId: string): InquiryMessage =>
  message.messageType === "admin" ? { ...message, senderId: meId } : message;

const useSource = (roomId: string, meId: string, isLookedAt: boolean): TalkSource => {
  const queryClient = useQueryClient();
  /** A message came that no administrator here has looked at yet. */
  const isUnread = useRef(false);
  return useMemo(
    () => ({
      roomId,
      path: client.inquiries.inboxMessages.contract.path,
      intervalMs: pollIntervals.adminMessages,
      isLookedAt,
      read: async (query, signal) => {
        const { messages, readUpTo } = await client.inquiries.inboxMessages(
          { params: { roomId }, query },
          signal ? { signal } : {},
        );
        if (messages.length > 0) isUnread.current = true;
        // Messages that were read here are unread in no list any longer.
        if (isLookedAt && isUnread.current) {
          isUnread.current = false;
          void refreshLists(queryClient);
        }
        return { messages: messages.map((message) => toOwnMessage(message, meId)), readUpTo };
      },
    }),
    [roomId, meId, isLookedAt, queryClient],
  );
};

/** The messages of a conversation, read once the administrator stays at it. */
const useInboxTalk = (roomId: string, meId: string): TalkState => {
  const isDwelling = useDwelling();
  const talk = useTalk(useSource(roomId, meId, isDwelling));
  const { refetch } = talk;
  const isThere = talk.store !== undefined;
  useEffect(() => {
    if (isDwelling && isThere) void refetch();
  }, [isDwelling, isThere, refetch]);
  return talk;
};

/** The subject of a conversation, as lists and headers show it. */
export const subjectOf = (room: Pick<InquiryRoom, "subject"> | undefined): string => room?.subject || "문의";

interface InboxTalkProps {
  roomId: string;
  /** Absent where the room is older than the lists that were read. */
  room: InquiryRoom | undefined;
  user: CurrentUser;
  heading: "h1" | "h2";
  /** Target of the back button, where there is one. */
  backTo?: string;
}

/** A conversation with a person, from the administrators' side; mount it anew for another room. */
export const InboxTalk = ({ roomId, room, user, heading, backTo }: InboxTalkProps) => {
  const queryClient = useQueryClient();
  const talk = useInboxTalk(roomId, user.id);
  const history = useDialogEntry("history");
  const person: Person = {
    id: room?.userId ?? "",
    nickname: room?.userNickname || "사용자",
    profileImageUrl: null,
  };
  return (
    <>
      <TalkBar
        back={backTo === undefined ? undefined : { to: backTo, label: "목록으로" }}
        person={person}
        title={person.nickname}
        heading={heading}
        subject={subjectOf(room)}
        action={
          room ? (
            <Button size="small" variant="outlined" onClick={history.open}>
              이력 보기
            </Button>
          ) : null
        }
      />
      <Conversation
        talk={talk}
        user={user}
        personOf={() => person}
        emptyText="아직 나눈 대화가 없어요"
        closed={room?.status === "inactive" ? <ComposerClosed>종료된 대화입니다</ComposerClosed> : undefined}
        kind="reply"
        about={person.nickname}
        phrases={quickAnswers}
        onStored={() => void refreshLists(queryClient)}
        onRefused={(error) => {
          if (hasCode(error, "ROOM_INACTIVE")) void refreshLists(queryClient);
        }}
      />
      {room ? <HistoryDialog userId={room.userId} isOpen={history.isOpen} onClose={history.close} /> : null}
    </>
  );
};
