import ForumOutlined from "@mui/icons-material/ForumOutlined";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../client/ErrorState.tsx";
import { useDocumentTitle } from "../../components/PageTitle.tsx";
import { RoomFrame } from "./RoomFrame.tsx";
import { TalkSkeleton } from "./TalkSkeleton.tsx";

/** In the place of a conversation that does not exist, or belongs to other people. */
export const RoomMissing = ({ backTo, backLabel }: { backTo: string; backLabel: string }) => {
  useDocumentTitle("채팅방을 찾을 수 없습니다");
  return (
    <EmptyState
      icon={ForumOutlined}
      component="h1"
      title="채팅방을 찾을 수 없습니다"
      action={
        <Button component={Link} to={backTo} variant="contained">
          {backLabel}
        </Button>
      }
    />
  );
};

interface RoomFailedProps {
  error: Error;
  onRetry: () => void;
  /** The list of rooms that the device keeps; it keeps none of the administrators' conversations. */
  back?: { backTo: string; backLabel: string };
}

const notKept = ({ backTo, backLabel }: { backTo: string; backLabel: string }) => ({
  title: "이 대화는 아직 이 기기에 없어요",
  description: "연결되면 저절로 열려요. 최근에 나눈 대화는 연결이 없어도 볼 수 있어요.",
  action: (
    <Button component={Link} to={backTo} variant="contained">
      {backLabel}
    </Button>
  ),
});

/** In the place of a conversation that could not be loaded, or that the device does not have. */
export const RoomFailed = ({ error, onRetry, back }: RoomFailedProps) => (
  <ErrorState
    error={error}
    component="h1"
    title="채팅방을 불러오지 못했습니다"
    onRetry={onRetry}
    {...(back ? { unconnected: notKept(back) } : {})}
  />
);

/** In the place of a conversation that is being loaded. */
export const RoomWaiting = () => (
  <RoomFrame label="대화">
    <TalkSkeleton />
  </RoomFrame>
);
