import ForumOutlined from "@mui/icons-material/ForumOutlined";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";
import { EmptyState } from "../components/EmptyState.tsx";
import { ErrorState } from "../components/ErrorState.tsx";
import { useDocumentTitle } from "../components/PageTitle.tsx";
import { RoomFrame } from "./RoomFrame.tsx";
import { TalkSkeleton } from "./TalkSkeleton.tsx";

/** In the place of a conversation that there is none of, or that is somebody else's. */
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

/** In the place of a conversation that could not be loaded. */
export const RoomFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <ErrorState error={error} component="h1" title="채팅방을 불러오지 못했습니다" onRetry={onRetry} />
);

/** In the place of a conversation that is being loaded. */
export const RoomWaiting = () => (
  <RoomFrame label="대화">
    <TalkSkeleton />
  </RoomFrame>
);
