import type { CurrentUser } from "@knowhow/shared";
import { EntryFrame } from "@knowhow/ui/accounts/entry/EntryFrame.tsx";
import { LoginForm } from "@knowhow/ui/accounts/entry/LoginForm.tsx";
import { useNext } from "@knowhow/ui/accounts/entry/useNext.ts";
import { client } from "@knowhow/ui/client/client.ts";
import { signedIn, useMe } from "@knowhow/ui/client/session.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import Alert from "@mui/material/Alert";
import MuiLink from "@mui/material/Link";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Navigate, useNavigate } from "react-router-dom";

/** Signing in as an administrator; everybody else is told why not, and is not signed in. */
export const SignInScreen = () => {
  const next = useNext();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const toast = useToast();
  const { user } = useMe();
  const [refused, setRefused] = useState<string>();
  const handleSignedIn = async (who: CurrentUser) => {
    if (!who.isAdmin) {
      // Without an answer the session ends by itself; the window keeps nothing of it.
      await client.accounts.logout().catch(() => undefined);
      setRefused(who.nickname);
      return;
    }
    setRefused(undefined);
    signedIn(queryClient, who);
    toast(null);
    void navigate(next, { replace: true });
  };
  if (user?.isAdmin) return <Navigate to={next} replace />;
  return (
    <EntryFrame title="관리자 로그인" description="신고를 처리하고 문의에 답하는 콘솔이에요.">
      {refused === undefined ? null : (
        <Alert severity="error">
          {refused}님의 계정은 관리자가 아니어서 콘솔을 쓸 수 없어요. 관리자 계정으로 로그인해주세요.
        </Alert>
      )}
      <LoginForm onSignedIn={handleSignedIn} />
      <MuiLink component={Link} to="/servers" sx={{ justifySelf: "center", color: "text.secondary" }}>
        다른 서버 선택
      </MuiLink>
    </EntryFrame>
  );
};
