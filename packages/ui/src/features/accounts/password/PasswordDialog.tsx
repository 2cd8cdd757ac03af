import { api, freshPasswordMinutes, type AnyEndpoint } from "@knowhow/shared";
import { changePasswordForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useEffect, useId, useRef } from "react";
import { client } from "../../../client/client.ts";
import { hasCode, messageOf } from "../../../components/failure.ts";
import { useEndpointMutation } from "../../../client/queries.ts";
import type { PasswordPurpose } from "../../../client/passwordPrompt.ts";
import { useMe } from "../../../client/session.ts";
import { PasswordField } from "../../../forms/PasswordField.tsx";
import { SubmitButton } from "../../../forms/SubmitButton.tsx";
import { useContractForm } from "../../../forms/useContractForm.ts";

const passwordForm = changePasswordForm.pick(["currentPassword"]);

/** Why a call needs the password, in words. */
const reasons = new Map<AnyEndpoint, string>([
  [api.accounts.openProfile, "이메일, 전화번호, 계좌번호는 화면에 일부만 보여 드려요."],
  [api.accounts.updateProfile, "이름, 이메일, 전화번호는 계정을 찾을 때 쓰는 정보예요."],
  [api.accounts.updateBankAccount, "정산 계좌를 바꾸려고 해요."],
  [api.reports.process, "이 결정으로 계정 이용이 영구 제한돼요."],
  [api.reports.processAll, "이 결정으로 계정 이용이 영구 제한돼요."],
  [api.reports.warnReporter, "이 경고로 신고자의 계정 이용이 영구 제한돼요."],
]);

const reasonOf = (contract: AnyEndpoint): string =>
  reasons.get(contract) ??
  (contract.access === "admin"
    ? "돈이나 다른 사람의 계정이 걸린 일이에요."
    : "계정의 중요한 정보를 바꾸려고 해요.");

export interface PasswordDialogProps {
  /** The call that needs the password. */
  contract: AnyEndpoint;
  purpose: PasswordPurpose | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

const useConfirmation = (onConfirm: () => void, onCancel: () => void) => {
  const form = useContractForm(passwordForm, { currentPassword: "" }, "onSubmit");
  const { mutate, error, isPending } = useEndpointMutation(client.accounts.verifyPassword, {
    onSuccess: onConfirm,
    onError: (refusal) => {
      // The session is over: there is no person whose password it could be.
      if (hasCode(refusal, "LOGIN_REQUIRED")) onCancel();
    },
  });
  const isWrong = hasCode(error, "WRONG_PASSWORD");
  const { setError } = form;
  // Said once the sending is over, and not before: pressed at its sight, Escape closes the dialog.
  useEffect(() => {
    // The call names the field otherwise than the form.
    if (error && isWrong) setError("currentPassword", { message: messageOf(error) }, { shouldFocus: true });
  }, [error, isWrong, setError]);
  const handleSend = form.handleSubmit(({ currentPassword }) =>
    mutate({ body: { password: currentPassword } }),
  );
  return { form, failure: error && !isWrong ? messageOf(error) : undefined, handleSend, isPending };
};

/** Cancels when another user signs in, or the person out, in any tab. */
const usePersonChange = (userId: string | undefined, onChange: () => void) => {
  const first = useRef(userId);
  useEffect(() => {
    // Not known yet while the page starts.
    first.current ??= userId;
    if (userId !== first.current) onChange();
  }, [userId, onChange]);
};

/** Asks for the password before an act that it protects. */
export const PasswordDialog = ({ contract, purpose, onConfirm, onCancel }: PasswordDialogProps) => {
  const id = useId();
  const { user } = useMe();
  usePersonChange(user?.id, onCancel);
  const { form, failure, handleSend, isPending } = useConfirmation(onConfirm, onCancel);
  return (
    <Dialog
      open
      onClose={isPending ? undefined : onCancel}
      maxWidth="xs"
      fullWidth
      aria-labelledby={id}
      aria-describedby={`${id}-reason`}
      // A key pressed just before may have moved the focus during the opening.
      slotProps={{ transition: { onEntered: () => form.setFocus("currentPassword") } }}
    >
      <DialogTitle id={id}>비밀번호 확인</DialogTitle>
      <DialogContent>
        <Box
          component="form"
          noValidate
          onSubmit={(event) => void handleSend(event)}
          sx={{ display: "grid", gap: 1.5 }}
        >
          <Box id={`${id}-reason`} sx={{ display: "grid", gap: 0.5 }}>
            <Typography>
              {purpose?.act ?? reasonOf(contract)} 본인인지 확인하려고 비밀번호를 한 번 더 물어봐요.
            </Typography>
            <Typography variant="body2" color="text.secondary">
              {purpose?.outcome ??
                `확인하면 하던 일을 이어서 처리하고, ${freshPasswordMinutes}분 동안 다시 묻지 않아요.`}
            </Typography>
          </Box>
          {/* Password managers fill in by the user name beside it. */}
          <input type="text" autoComplete="username" value={user?.userId ?? ""} readOnly hidden />
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
            <SubmitButton isPending={isPending} pendingLabel="확인하는 중..." size="medium">
              확인
            </SubmitButton>
          </Box>
        </Box>
      </DialogContent>
    </Dialog>
  );
};
