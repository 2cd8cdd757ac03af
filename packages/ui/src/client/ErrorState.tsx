import CloudOffRounded from "@mui/icons-material/CloudOffRounded";
import ErrorOutlineRounded from "@mui/icons-material/ErrorOutlineRounded";
import Button from "@mui/material/Button";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { isConnectionError, messageOf } from "../components/failure.ts";
import { useNothingKept } from "./nothingKept.ts";
import { activeUserId } from "./activeUser.ts";
import { waitForServer } from "./waitForServer.ts";
import { EmptyState } from "../components/EmptyState.tsx";

interface ErrorStateProps {
  error: unknown;
  /** Title that names the failed part; a lost connection has its own. */
  title?: string;
  onRetry?: () => void;
  component?: "h1" | "h2" | "h3" | "p";
  /** For market contents: without a connection it links to the purchases, which the device keeps. */
  isOfShop?: boolean;
  /**
   * Texts for a lost connection, where more is to be said than that; `action` stands before the retry, which happens by
   * itself as soon as the server answers.
   */
  unconnected?: { title: string; description: string; action?: ReactNode };
}

/** Title and advice for a lost connection: a missing network needs other advice than a dead server. */
const lostConnection = (isOffline: boolean) =>
  isOffline
    ? { title: "인터넷 연결이 끊겼습니다", description: "연결을 확인한 뒤 다시 시도해주세요." }
    : { title: "서버에 연결할 수 없습니다", description: "잠시 후 다시 시도해주세요." };

/** Tries again when the server answers, while `isWaiting`. */
export const useServerBack = (isWaiting: boolean, onBack: (() => void) | undefined): void => {
  const handleBack = useEffectEvent(() => onBack?.());
  useEffect(() => (isWaiting ? waitForServer(() => handleBack()) : undefined), [isWaiting]);
};

/** A read that failed: why, in words, and a way to try again. */
export const ErrorState = ({
  error,
  title = "내용을 불러오지 못했습니다",
  onRetry,
  component = "p",
  isOfShop = false,
  unconnected,
}: ErrorStateProps) => {
  const own = isConnectionError(error) ? unconnected : undefined;
  const lost = own ?? (isConnectionError(error) ? lostConnection(error.isOffline) : undefined);
  useServerBack(lost !== undefined && onRetry !== undefined, onRetry);
  useNothingKept(lost !== undefined && component !== "p");
  const act =
    own?.action ??
    (lost && isOfShop && activeUserId() !== null ? (
      <Button component={Link} to="/profile#purchases" variant="contained">
        구매한 콘텐츠 보기
      </Button>
    ) : null);
  return (
    <EmptyState
      role="alert"
      component={component}
      icon={lost ? CloudOffRounded : ErrorOutlineRounded}
      title={lost?.title ?? title}
      description={lost?.description ?? messageOf(error)}
      action={
        act || onRetry ? (
          <>
            {act}
            {onRetry ? (
              <Button variant="outlined" onClick={onRetry}>
                다시 시도
              </Button>
            ) : null}
          </>
        ) : null
      }
    />
  );
};
