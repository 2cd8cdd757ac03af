import type { CurrentUser } from "@knowhow/shared";
import { loginForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { client } from "../../../client/client.ts";
import { hasCode } from "../../../components/failure.ts";
import { useEndpointMutation } from "../../../client/queries.ts";
import { applyServerErrors } from "../../../forms/applyServerErrors.ts";
import { FormTextField } from "../../../forms/FormTextField.tsx";
import { PasswordField } from "../../../forms/PasswordField.tsx";
import { SubmitButton } from "../../../forms/SubmitButton.tsx";
import { useContractForm } from "../../../forms/useContractForm.ts";
import { hiddenText } from "../hiddenText.ts";
import { withoutSpaces } from "../typing.ts";
import { formatWait, useLockout } from "./useLockout.ts";

const wrongCredentials = "이메일/아이디 또는 비밀번호가 일치하지 않습니다.";

/** Counts down visibly; read out once, not every second. */
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
        </Box>{" "}
        임시 비밀번호를 받았다면 지금도 로그인할 수 있습니다.
      </span>
      <div data-testid="lock-remaining">{formatWait(remaining)} 후에 다시 시도해주세요.</div>
    </Alert>
  ) : null;
};

interface LoginFormProps {
  /** Called with the signed-in user; the screen decides what follows. */
  onSignedIn: (user: CurrentUser) => void | Promise<void>;
}

/** The form of a sign-in, with the wait after too many attempts. */
export const LoginForm = ({ onSignedIn }: LoginFormProps) => {
  const [failure, setFailure] = useState<string>();
  const form = useContractForm(loginForm, { emailOrUserId: "", password: "" }, "onSubmit");
  const lockout = useLockout(useWatch({ control: form.control, name: "emailOrUserId" }));
  const login = useEndpointMutation(client.accounts.login, {
    onSuccess: ({ user }) => onSignedIn(user),
    onError: (error, { body }) => {
      if (lockout.start(error, body.emailOrUserId)) {
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
        {/* Usable during a lock, for a temporary password. */}
        <SubmitButton isPending={login.isPending} pendingLabel="로그인 중..." fullWidth>
          로그인
        </SubmitButton>
      </Box>
    </Box>
  );
};
