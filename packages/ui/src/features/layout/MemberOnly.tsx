import type { CurrentUser } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { sanctionOf } from "../accounts/sanction.ts";
import { loginPath } from "../../client/loginPath.ts";
import { useMe } from "../../client/session.ts";
import { hasExpired } from "../../device/sessionKeeping.ts";
import { ErrorState } from "../../client/ErrorState.tsx";
import { useToast } from "../../components/ToastProvider.tsx";
import { expiredNotice } from "./useLoginAction.ts";

interface MemberOnlyProps {
  children: (user: CurrentUser) => ReactNode;
  /** The shape of the screen while the user is not known yet. */
  skeleton: ReactNode;
  /** Says why the login screen comes, where the visitor did not ask for a screen of their own. */
  hasToast?: boolean;
  /** Whether a suspended person may read it too. */
  isForSuspended?: boolean;
}

const ToLogin = ({ hasToast }: { hasToast: boolean }) => {
  const toast = useToast();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (hasExpired(queryClient))
      toast({
        title: expiredNotice.title,
        description: "시간이 지났거나 다른 기기에서 끝낸 로그인이에요. 다시 로그인하면 이 화면으로 돌아와요.",
      });
    else if (hasToast)
      toast({ title: "로그인이 필요합니다", description: "로그인하면 이 화면으로 돌아옵니다." });
  }, [hasToast, toast, queryClient]);
  // The router's address: the browser's is already the login's while its screen is loading.
  const { pathname, search } = useLocation();
  return <Navigate to={loginPath(pathname + search)} replace />;
};

/**
 * Shows a screen to members who may act: visitors are sent to sign in and back, sanctioned people to the notice. An
 * open screen stays when a sanction comes: typed text and a payment are not lost, and the server refuses further acts.
 */
export const MemberOnly = ({
  children,
  skeleton,
  hasToast = false,
  isForSuspended = false,
}: MemberOnlyProps) => {
  const { user, isPending, error, refetch } = useMe();
  const [admittedId, setAdmittedId] = useState<string>();
  if (isPending) return skeleton;
  if (user) {
    if (admittedId === user.id) return children(user);
    const sanction = sanctionOf(user);
    if (sanction !== undefined && !(isForSuspended && sanction.kind === "suspension"))
      return <Navigate to="/penalty-notice" replace />;
    setAdmittedId(user.id);
    return children(user);
  }
  if (error)
    return (
      <ErrorState
        component="h1"
        title="로그인 상태를 확인하지 못했습니다"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return <ToLogin hasToast={hasToast} />;
};
