import CloudOffRounded from "@mui/icons-material/CloudOffRounded";
import { isConnectionError, messageOf } from "@knowhow/ui/components/failure.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import Button from "@mui/material/Button";
import { Link } from "react-router-dom";

interface NoServerScreenProps {
  server: string;
  error: Error;
  onRetry: () => void;
}

/** In place of every screen while the server, perhaps the wrong one, has not answered about the session. */
export const NoServerScreen = ({ server, error, onRetry }: NoServerScreenProps) => {
  const isAway = isConnectionError(error);
  const title = isAway ? "서버에 연결할 수 없습니다" : "로그인 상태를 확인하지 못했습니다";
  useDocumentTitle(title);
  return (
    <EmptyState
      role="alert"
      icon={CloudOffRounded}
      component="h1"
      title={title}
      description={`${isAway ? "연결되면 바로 이어져요." : messageOf(error)} 서버 주소가 ${server} 맞는지 확인해주세요.`}
      action={
        <>
          <Button variant="contained" onClick={onRetry}>
            다시 시도
          </Button>
          <Button variant="outlined" component={Link} to="/servers">
            다른 서버 선택
          </Button>
        </>
      }
    />
  );
};
