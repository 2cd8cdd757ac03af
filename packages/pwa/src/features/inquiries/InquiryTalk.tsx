import { pollIntervals, type CurrentUser, type InquiryRoom } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { ComposerClosed } from "@knowhow/ui/features/chats/ComposerClosed.tsx";
import { Conversation } from "@knowhow/ui/features/chats/Conversation.tsx";
import type { Person } from "@knowhow/ui/features/chats/PersonAvatar.tsx";
import { useTalk, type TalkSource } from "@knowhow/ui/features/chats/useTalk.ts";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { invalidate } from "@knowhow/ui/client/queries.ts";

const administrator: Person = { id: null, nickname: "관리자", profileImageUrl: null };

/** One inquiry; needs another `key` for another one. */
export const InquiryTalk = ({ room, user }: { room: InquiryRoom; user: CurrentUser }) => {
  const queryClient = useQueryClient();
  const roomId = room.id;
  const source = useMemo<TalkSource>(
    () => ({
      roomId,
      path: client.inquiries.messages.contract.path,
      intervalMs: pollIntervals.adminMessages,
      read: async (query, signal) => {
        const page = await client.inquiries.messages({ params: { roomId }, query }, signal ? { signal } : {});
        // Messages read here are not unread in the list any more.
        if (page.messages.length > 0) void invalidate(queryClient, client.inquiries.mine);
        return page;
      },
    }),
    [roomId, queryClient],
  );
  const talk = useTalk(source);
  return (
    <Conversation
      talk={talk}
      user={user}
      personOf={() => administrator}
      closed={
        room.status === "inactive" ? (
          <ComposerClosed>종료된 대화입니다. 지난 메시지는 계속 볼 수 있어요.</ComposerClosed>
        ) : undefined
      }
      emptyText="아직 나눈 대화가 없어요"
      kind="inquiryMessage"
      onRefused={(error) => {
        if (hasCode(error, "ROOM_INACTIVE")) void invalidate(queryClient, client.inquiries.mine);
      }}
    />
  );
};
