import type { CurrentUser } from "@knowhow/shared";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { hasCode } from "../client/failure.ts";
import { useMe } from "../client/session.ts";
import { ErrorState } from "../components/ErrorState.tsx";
import { useDocumentTitle } from "../components/PageTitle.tsx";
import { PurchaseRoom } from "./PurchaseRoom.tsx";
import { RoomFailed, RoomMissing, RoomWaiting } from "./RoomStates.tsx";
import { usePurchaseRoom } from "./usePurchaseRoom.ts";

const listPath = "/chat";

const Room = ({ roomId, user }: { roomId: string; user: CurrentUser }) => {
  const { data, error, refetch } = usePurchaseRoom(roomId);
  if (hasCode(error, "NOT_FOUND")) return <RoomMissing backTo={listPath} backLabel="채팅 목록으로" />;
  if (data) return <PurchaseRoom room={data.chatRoom} user={user} backTo={listPath} />;
  if (error) return <RoomFailed error={error} onRetry={() => void refetch()} />;
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
