import { useQueryClient } from "@tanstack/react-query";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import { useEffect } from "react";
import { Link, useNavigate } from "react-router-dom";
import { signedIn } from "@knowhow/ui/device/signOut.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { withoutLogin } from "@knowhow/ui/features/layout/useLoginAction.ts";
import { AlreadySignedIn } from "./AlreadySignedIn.tsx";
import { EntryFrame } from "@knowhow/ui/features/accounts/entry/EntryFrame.tsx";
import { KeptNote } from "./KeptNote.tsx";
import { LostDecisionsNote } from "./LostDecisionsNote.tsx";
import { LoginForm } from "@knowhow/ui/features/accounts/entry/LoginForm.tsx";
import { useNext, withNext } from "@knowhow/ui/features/accounts/entry/useNext.ts";

/** A buyer back from the payment window without a session has not finished paying. */
const WaitingPayment = ({ next }: { next: string }) =>
  next.startsWith("/payment-success?") ? (
    <Alert severity="warning" role="note">
      <AlertTitle>결제를 마치려면 로그인해주세요</AlertTitle>
      로그인하면 결제 확인으로 바로 이어져요. 다시 결제하지 마세요.
    </Alert>
  ) : null;

const Ways = ({ next }: { next: string }) => (
  <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "center", columnGap: 3, rowGap: 1 }}>
    <MuiLink component={Link} to={withNext("/register", next)} sx={{ py: 1, fontWeight: 600 }}>
      회원가입
    </MuiLink>
    <MuiLink component={Link} to="/find-account" sx={{ py: 1, color: "text.secondary" }}>
      아이디/비밀번호 찾기
    </MuiLink>
  </Box>
);

/** Signing in with the e-mail address or the user id. */
export const LoginScreen = () => {
  const next = useNext();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const toast = useToast();
  useEffect(() => toast(withoutLogin), [toast]);
  return (
    <EntryFrame title="로그인" description="지식과 경험을 사고파는 곳, 노하우에 오신 것을 환영해요.">
      <AlreadySignedIn next={next} />
      <WaitingPayment next={next} />
      <KeptNote />
      <LostDecisionsNote />
      <LoginForm
        onSignedIn={(user) => {
          signedIn(queryClient, user);
          // The toast that asked for a login is done with.
          toast(null);
          void navigate(next, { replace: true });
        }}
      />
      <Ways next={next} />
    </EntryFrame>
  );
};
