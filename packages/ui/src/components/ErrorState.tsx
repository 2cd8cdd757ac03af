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

/** A read that failed: why, in words, and a way to try again. */
export const ErrorState = ({
  error,
  title = "내용을 불러오지 못했습니다",
  onRetry,
  component = "p",
}: ErrorStateProps) => {
  const isOffline = isConnectionError(error);
  return (
    <EmptyState
      role="alert"
      component={component}
      icon={isOffline ? CloudOffRounded : ErrorOutlineRounded}
      title={isOffline ? "인터넷 연결이 끊겼습니다" : title}
      description={messageOf(error)}
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
