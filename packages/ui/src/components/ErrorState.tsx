import CloudOffRounded from "@mui/icons-material/CloudOffRounded";
import ErrorOutlineRounded from "@mui/icons-material/ErrorOutlineRounded";
import Button from "@mui/material/Button";
import { isConnectionError, messageOf } from "../client/failure.ts";
import { EmptyState } from "./EmptyState.tsx";

interface ErrorStateProps {
  error: unknown;
  /** What could not be shown, as a title; a lost connection has its own. */
  title?: string;
  onRetry?: () => void;
  component?: "h1" | "h2" | "h3" | "p";
}

/** What a lost connection is called, and what to do about it: without a network another thing than with a dead server. */
const lostConnection = (isOffline: boolean) =>
  isOffline
    ? { title: "인터넷 연결이 끊겼습니다", description: "연결을 확인한 뒤 다시 시도해주세요." }
    : { title: "서버에 연결할 수 없습니다", description: "잠시 후 다시 시도해주세요." };

/** A read that failed: why, in words, and a way to try again. */
export const ErrorState = ({
  error,
  title = "내용을 불러오지 못했습니다",
  onRetry,
  component = "p",
}: ErrorStateProps) => {
  const lost = isConnectionError(error) ? lostConnection(error.isOffline) : undefined;
  return (
    <EmptyState
      role="alert"
      component={component}
      icon={lost ? CloudOffRounded : ErrorOutlineRounded}
      title={lost?.title ?? title}
      description={lost?.description ?? messageOf(error)}
      action={
        onRetry ? (
          <Button variant="outlined" onClick={onRetry}>
            다시 시도
          </Button>
        ) : null
      }
    />
  );
};
