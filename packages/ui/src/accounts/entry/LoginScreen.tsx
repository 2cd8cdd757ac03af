import { loginForm } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Link, useNavigate } from "react-router-dom";
import { client } from "../../client/client.ts";
import { hasCode } from "../../client/failure.ts";
import { useEndpointMutation } from "../../client/queries.ts";
import { signedIn } from "../../client/session.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import { applyServerErrors } from "../../forms/applyServerErrors.ts";
import { FormTextField } from "../../forms/FormTextField.tsx";
import { PasswordField } from "../../forms/PasswordField.tsx";
import { SubmitButton } from "../../forms/SubmitButton.tsx";
import { useContractForm } from "../../forms/useContractForm.ts";
import { hiddenText } from "../hiddenText.ts";
import { withoutSpaces } from "../typing.ts";
import { AlreadySignedIn } from "./AlreadySignedIn.tsx";
import { EntryFrame } from "./EntryFrame.tsx";
import { formatWait, useLockout } from "./useLockout.ts";
import { useNext, withNext } from "./useNext.ts";

const wrongCredentials = "이메일/아이디 또는 비밀번호가 일치하지 않습니다.";

/** Counts down where it can be seen; read out once, not every second. */
const LockNotice = ({ remaining, isOver }: { remaining: number; isOver: boolean }) => {
  if (isOver)
    return (
      <Alert severity="info" role="status">
        이제 다시 로그인할 수 있어요.
      </Alert>
    );
  return remaining > 0 ? (
    <Alert severity="warning" role="none" sx={{ fontVariantNumeric: "tabular-nums" }}>
      <span role="alert">
        로그인 시도가 너무 많습니다.
        <Box component="span" sx={hiddenText}>
          {" "}
          시간이 지나면 다시 시도할 수 있습니다.
        </Box>
      </span>{" "}
      <span data-testid="lock-remaining">{formatWait(remaining)} 후에 다시 시도해주세요.</span>
    </Alert>
  ) : null;
};

/** Whoever comes back from the payment window without a session is not finished. */
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
  const [failure, setFailure] = useState<string>();
  const form = useContractForm(loginForm, { emailOrUserId: "", password: "" }, "onSubmit");
  const lockout = useLockout(useWatch({ control: form.control, name: "emailOrUserId" }));
  const login = useEndpointMutation(client.accounts.login, {
    onSuccess: ({ user }) => {
      signedIn(queryClient, user);
      // What asked for it is done.
      toast(null);
      void navigate(next, { replace: true });
    },
    onError: (error, { body }) => {
      if (lockout.start(error, body.emailOrUserId)) {
        // The button that had the focus can not be pressed any more.
        form.setFocus("password", { shouldSelect: true });
      } else if (hasCode(error, "WRONG_CREDENTIALS")) {
        setFailure(wrongCredentials);
        form.setFocus("password", { shouldSelect: true });
      } else setFailure(applyServerErrors(form, error));
    },
  });
  const handleSend = form.handleSubmit((body) => {
    setFailure(undefined);
    lockout.clear();
    login.mutate({ body });
  });
  return (
    <EntryFrame title="로그인" description="지식과 경험을 사고파는 곳, 노하우에 오신 것을 환영해요.">
      <AlreadySignedIn next={next} />
      <WaitingPayment next={next} />
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void handleSend(event)}
        sx={{ display: "grid", gap: 1.5 }}
      >
        <FormTextField
          control={form.control}
          name="emailOrUserId"
          label="이메일 또는 아이디"
          isRequired
          autoComplete="username"
          placeholder="이메일 또는 아이디"
          normalize={withoutSpaces}
          inputProps={{ autoCapitalize: "none", spellCheck: false, inputMode: "email", enterKeyHint: "next" }}
        />
        <PasswordField
          control={form.control}
          name="password"
          label="비밀번호"
          isRequired
          autoComplete="current-password"
          placeholder="비밀번호"
          inputProps={{ enterKeyHint: "go" }}
        />
        {failure ? <Alert severity="error">{failure}</Alert> : null}
        <LockNotice remaining={lockout.remaining} isOver={lockout.isOver} />
        <Box sx={{ mt: 1, display: "grid" }}>
          <SubmitButton
            isPending={login.isPending}
            pendingLabel="로그인 중..."
            disabled={lockout.remaining > 0}
            fullWidth
          >
            로그인
          </SubmitButton>
        </Box>
      </Box>
      <Ways next={next} />
    </EntryFrame>
  );
};
