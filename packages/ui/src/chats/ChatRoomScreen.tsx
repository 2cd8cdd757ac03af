import ForumOutlined from "@mui/icons-material/ForumOutlined";
import type { CurrentUser } from "@knowhow/shared";
import Button from "@mui/material/Button";
import { Link, Navigate, useLocation, useParams } from "react-router-dom";
import { hasCode } from "../client/failure.ts";
import { useMe } from "../client/session.ts";
import { EmptyState } from "../components/EmptyState.tsx";
import { ErrorState } from "../components/ErrorState.tsx";
import { useDocumentTitle } from "../components/PageTitle.tsx";
import { PurchaseRoom } from "./PurchaseRoom.tsx";
import { RoomFrame } from "./RoomFrame.tsx";
import { TalkSkeleton } from "./TalkSkeleton.tsx";
import { usePurchaseRoom } from "./usePurchaseRoom.ts";

const listPath = "/chat";

const MissingRoom = () => {
  useDocumentTitle("채팅방을 찾을 수 없습니다");
  return (
    <EmptyState
      icon={ForumOutlined}
      component="h1"
      title="채팅방을 찾을 수 없습니다"
      action={
        <Button component={Link} to={listPath} variant="contained">
          채팅 목록으로
        </Button>
      }
    />
  );
};

const Waiting = () => (
  <RoomFrame label="대화">
    <TalkSkeleton />
  </RoomFrame>
);

const Room = ({ roomId, user }: { roomId: string; user: CurrentUser }) => {
  const { data, error, refetch } = usePurchaseRoom(roomId);
  if (hasCode(error, "NOT_FOUND")) return <MissingRoom />;
  if (data) return <PurchaseRoom room={data.chatRoom} user={user} backTo={listPath} />;
  if (error)
    return (
      <ErrorState
        error={error}
        component="h1"
        title="채팅방을 불러오지 못했습니다"
        onRetry={() => void refetch()}
      />
    );
  return <Waiting />;
};

/** /chat/:roomId: the talk of a buyer and a seller. */
export const ChatRoomScreen = () => {
  useDocumentTitle("채팅");
  const { roomId = "" } = useParams();
  const { pathname } = useLocation();
  const { user, isPending, error, refetch } = useMe();
  if (user?.isBanned) return <Navigate to="/penalty-notice" replace />;
  if (user) return <Room key={`${roomId} ${user.id}`} roomId={roomId} user={user} />;
  if (isPending) return <Waiting />;
  if (error) return <ErrorState component="h1" error={error} onRetry={() => void refetch()} />;
  return <Navigate to={`/auth/login?next=${encodeURIComponent(pathname)}`} replace />;
};
