import type { CurrentUser } from "@knowhow/shared";
import type { SessionEndReason } from "@knowhow/shared/ipc.ts";
import { EntryFrame } from "@knowhow/ui/features/accounts/entry/EntryFrame.tsx";
import { LoginForm } from "@knowhow/ui/features/accounts/entry/LoginForm.tsx";
import { useNext } from "@knowhow/ui/features/accounts/entry/useNext.ts";
import { client } from "@knowhow/ui/client/client.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { useDevice } from "@knowhow/ui/client/platform.tsx";
import { signedIn } from "@knowhow/ui/device/signOut.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Navigate, useNavigate } from "react-router-dom";
import { bridge } from "./bridge.ts";
import { useSessionEnd } from "./followShell.ts";
import { restoreMemory } from "./memory.ts";

const endWords: Record<SessionEndReason, string> = {
  idle: "30분 동안 쓰지 않아 로그아웃했어요.",
  longest: "로그인한 지 12시간이 지나 로그아웃했어요.",
  server: "시간이 지났거나 다른 기기에서 끝내 로그인이 끝났어요.",
};

/** Why the last session ended. */
const EndNotice = () => {
  const end = useSessionEnd();
  if (!end) return null;
  return (
    <Alert severity={end.unsent > 0 ? "warning" : "info"} role="status">
      {endWords[end.reason]} 다시 로그인하면 쓰던 글을 이어서 쓸 수 있어요.
      {end.unsent > 0
        ? ` 아직 보내지 않은 결정 ${end.unsent}건은 처리하지 않았어요. 신고를 다시 열면 고른 내용이 그대로 있어요.`
        : ""}
    </Alert>
  );
};

/** Warns on a computer on which nothing can be sealed. */
const ProtectionNotice = () => {
  const { data } = useQuery({
    queryKey: ["facts"],
    queryFn: () => bridge.app.facts(),
    networkMode: "always",
  });
  if (data?.isProtected !== false) return null;
  return (
    <Alert severity="warning" role="note">
      이 컴퓨터에서 열쇠 보관함(키링)을 쓸 수 없어요. 콘솔을 종료하면 로그아웃되고 보내지 않은 글도 사라져요.
    </Alert>
  );
};

/** Signing in as an administrator; other people are refused with the reason, and signed out. */
export const SignInScreen = () => {
  const next = useNext();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const device = useDevice();
  const toast = useToast();
  const { user } = useMe();
  const [refused, setRefused] = useState<string>();
  const handleSignedIn = async (person: CurrentUser) => {
    if (!person.isAdmin) {
      // Without an answer the session ends by itself; the window keeps nothing of it.
      await client.accounts.logout().catch(() => undefined);
      setRefused(person.nickname);
      return;
    }
    setRefused(undefined);
    await restoreMemory(device);
    signedIn(queryClient, person);
    toast(null);
    void navigate(next, { replace: true });
  };
  if (user?.isAdmin) return <Navigate to={next} replace />;
  return (
    <EntryFrame title="관리자 로그인" description="신고를 처리하고 문의에 답하는 콘솔이에요.">
      <EndNotice />
      <ProtectionNotice />
      {refused === undefined ? null : (
        <Alert severity="error">
          {refused}님의 계정은 관리자가 아니어서 콘솔을 쓸 수 없어요. 관리자 계정으로 로그인해주세요.
        </Alert>
      )}
      {/* By the next input the refusal has been read. */}
      <Box onInput={() => setRefused(undefined)}>
        <LoginForm onSignedIn={handleSignedIn} />
      </Box>
      <MuiLink component={Link} to="/servers" sx={{ justifySelf: "center", color: "text.secondary" }}>
        다른 서버 선택
      </MuiLink>
    </EntryFrame>
  );
};
