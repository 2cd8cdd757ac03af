import {
  pageSize,
  pollIntervals,
  type ChatRoomDetail,
  type CurrentUser,
  type InquiryRoom,
} from "@knowhow/shared";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useParams } from "react-router-dom";
import { PurchaseRoom } from "../chats/PurchaseRoom.tsx";
import { usePurchaseTalk } from "../chats/usePurchaseRoom.ts";
import { RoomFrame } from "../chats/RoomFrame.tsx";
import { RoomFailed, RoomMissing, RoomWaiting } from "../chats/RoomStates.tsx";
import { client } from "../../client/client.ts";
import { useNewsLive } from "../../client/events.ts";
import { hasCode } from "../../components/failure.ts";
import { invalidate, keyOf } from "../../client/queries.ts";
import { useOnline } from "../../components/useOnline.ts";
import { useDocumentTitle } from "../../components/PageTitle.tsx";
import { AdminOnly } from "./AdminOnly.tsx";
import { InboxTalk } from "./InboxTalk.tsx";
import { isCase } from "./triage/cameFrom.ts";
import { useKeys } from "./triage/useKeys.ts";

/** The case that the administrator came from, else the queue. */
const useWayBack = (): { backTo: string; backLabel: string } => {
  const { state } = useLocation() as { state: unknown };
  return isCase(state)
    ? { backTo: state.from, backLabel: "신고로" }
    : { backTo: "/admin", backLabel: "목록으로" };
};

type Found =
  | { kind: "purchase"; room: ChatRoomDetail }
  /** Without the room where it is older than one page of the inbox. */
  | { kind: "inquiry"; room: InquiryRoom | undefined };

/** The kind of room of an id: the id does not tell, so the newest conversations are looked at first. */
const findRoom = async (roomId: string, signal: AbortSignal): Promise<Found> => {
  const { chatRooms } = await client.inquiries.inbox({ query: { limit: pageSize.max } }, { signal });
  const inquiry = chatRooms.find(({ id }) => id === roomId);
  if (inquiry) return { kind: "inquiry", room: inquiry };
  try {
    return { kind: "purchase", room: (await client.chats.room({ params: { roomId } }, { signal })).chatRoom };
  } catch (error) {
    if (!hasCode(error, "NOT_FOUND")) throw error;
  }
  await client.inquiries.inboxMessages({ params: { roomId }, query: { limit: 1, peek: "1" } }, { signal });
  return { kind: "inquiry", room: undefined };
};

/** News of a purchase's room go to its two parties: an administrator has to ask, also while the stream is open. */
const useAsking = (roomId: string): void => {
  const queryClient = useQueryClient();
  const isLive = useNewsLive();
  const isOnline = useOnline();
  useEffect(() => {
    if (!isLive || !isOnline) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible")
        void invalidate(queryClient, client.chats.messages, { params: { roomId } });
    }, pollIntervals.chatMessages);
    return () => {
      clearInterval(timer);
    };
  }, [queryClient, roomId, isLive, isOnline]);
};

const Purchase = ({ room, user }: { room: ChatRoomDetail; user: CurrentUser }) => {
  const back = useWayBack();
  useAsking(room.id);
  const talk = usePurchaseTalk(room.id);
  return <PurchaseRoom room={room} talk={talk} user={user} {...back} />;
};

const Room = ({ roomId, user }: { roomId: string; user: CurrentUser }) => {
  const { backTo } = useWayBack();
  useKeys({
    notes: () => document.querySelector<HTMLElement>('textarea[aria-label="메시지"]')?.focus(),
    leave: () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  });
  const { data, error, refetch } = useQuery({
    queryKey: [...keyOf(client.inquiries.inbox), "room", roomId],
    queryFn: ({ signal }) => findRoom(roomId, signal),
    refetchOnMount: "always",
  });
  if (hasCode(error, "NOT_FOUND")) return <RoomMissing backTo={backTo} backLabel="관리자 화면으로" />;
  if (data?.kind === "purchase") return <Purchase room={data.room} user={user} />;
  if (data)
    return (
      <RoomFrame label="대화">
        <InboxTalk roomId={roomId} room={data.room} user={user} heading="h1" backTo={backTo} />
      </RoomFrame>
    );
  if (error) return <RoomFailed error={error} onRetry={() => void refetch()} />;
  return <RoomWaiting />;
};

/** /admin-chat/:chatRoomId: a room of a purchase or a conversation with the administrators, whichever it is. */
export const AdminChatScreen = () => {
  useDocumentTitle("관리자 채팅");
  const { chatRoomId = "" } = useParams();
  return (
    <AdminOnly skeleton={<RoomWaiting />}>
      {(user) => <Room key={`${chatRoomId} ${user.id}`} roomId={chatRoomId} user={user} />}
    </AdminOnly>
  );
};
