import { changePasswordForm } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import { client } from "../client/client.ts";
import { hasCode, messageOf } from "../client/failure.ts";
import { useEndpointMutation } from "../client/queries.ts";
import { PasswordField } from "../forms/PasswordField.tsx";
import { SubmitButton } from "../forms/SubmitButton.tsx";
import { useContractForm } from "../forms/useContractForm.ts";

const passwordForm = changePasswordForm.pick(["currentPassword"]);

interface PasswordAgainDialogProps {
  /** Whom the ban is for. */
  nickname: string;
  onVerified: () => void;
  onCancel: () => void;
}

const useVerification = (onVerified: () => void) => {
  const [failure, setFailure] = useState<string>();
  const form = useContractForm(passwordForm, { currentPassword: "" }, "onSubmit");
  const verify = useEndpointMutation(client.accounts.verifyPassword, {
    onSuccess: onVerified,
    onError: (error) => {
      // The call has another name for the field than the form whose rule it is.
      if (hasCode(error, "WRONG_PASSWORD"))
        form.setError("currentPassword", { message: messageOf(error) }, { shouldFocus: true });
      else setFailure(messageOf(error));
    },
  });
  const handleSend = form.handleSubmit(({ currentPassword }) => {
    setFailure(undefined);
    verify.mutate({ body: { password: currentPassword } });
  });
  return { form, failure, handleSend, isPending: verify.isPending };
};

/** Asks the administrator's password before somebody is kept out for good. */
export const PasswordAgainDialog = ({ nickname, onVerified, onCancel }: PasswordAgainDialogProps) => {
  const id = useId();
  const { form, failure, handleSend, isPending } = useVerification(onVerified);
  return (
    <Dialog
      open
      onClose={isPending ? undefined : onCancel}
      maxWidth="xs"
      fullWidth
      aria-labelledby={id}
      // A key that was pressed just before may have moved the focus while it opened.
      slotProps={{ transition: { onEntered: () => form.setFocus("currentPassword") } }}
    >
      <DialogTitle id={id}>관리자 비밀번호 확인</DialogTitle>
      <DialogContent>
        <Box
          component="form"
          noValidate
          onSubmit={(event) => void handleSend(event)}
          sx={{ display: "grid", gap: 1.5 }}
        >
          <Typography>
            {nickname} 님의 계정 이용이 영구 제한됩니다. 계속하려면 비밀번호를 다시 입력해주세요.
          </Typography>
          <PasswordField
            control={form.control}
            name="currentPassword"
            label="비밀번호"
            isRequired
            autoComplete="current-password"
            autoFocus
          />
          {failure === undefined ? null : <Alert severity="error">{failure}</Alert>}
          <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
            <Button color="inherit" onClick={onCancel} disabled={isPending}>
              취소
            </Button>
            <SubmitButton isPending={isPending} pendingLabel="확인하는 중..." size="medium" color="error">
              확인하고 제한
            </SubmitButton>
          </Box>
        </Box>
      </DialogContent>
    </Dialog>
  );
};
