import type { CurrentUser } from "@knowhow/shared";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { hasCode } from "@knowhow/ui/components/failure.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { PurchaseRoom } from "@knowhow/ui/features/chats/PurchaseRoom.tsx";
import { RoomFailed, RoomMissing, RoomWaiting } from "@knowhow/ui/features/chats/RoomStates.tsx";
import { usePurchaseRoom, usePurchaseTalk } from "@knowhow/ui/features/chats/usePurchaseRoom.ts";

const back = { backTo: "/chat", backLabel: "채팅 목록으로" } as const;

const Room = ({ roomId, user }: { roomId: string; user: CurrentUser }) => {
  const { data, error, refetch } = usePurchaseRoom(roomId);
  // Fetched together with the room: where both are on the device the talk is rendered once.
  const talk = usePurchaseTalk(roomId, data !== undefined || !error);
  if (hasCode(error, "NOT_FOUND")) return <RoomMissing {...back} />;
  if (data && !talk.isPending)
    return <PurchaseRoom room={data.chatRoom} talk={talk} user={user} backTo={back.backTo} />;
  if (error && !data) return <RoomFailed back={back} error={error} onRetry={() => void refetch()} />;
  return <RoomWaiting />;
};

/** /chat/:roomId: the talk of a buyer and a seller. */
export const ChatRoomScreen = () => {
  useDocumentTitle("채팅");
  const { roomId = "" } = useParams();
  const { pathname } = useLocation();
  const { user, isPending, error, refetch } = useMe();
  if (user?.isBanned) return <Navigate to="/penalty-notice" replace />;
  if (user) return <Room key={`${roomId} ${user.id}`} roomId={roomId} user={user} />;
  if (isPending) return <RoomWaiting />;
  if (error) return <ErrorState component="h1" error={error} onRetry={() => void refetch()} />;
  return <Navigate to={`/auth/login?next=${encodeURIComponent(pathname)}`} replace />;
};
