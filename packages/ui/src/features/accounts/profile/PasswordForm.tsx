import type { CurrentUser } from "@knowhow/shared";
import { changePasswordForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { ref, string } from "yup";
import { client } from "../../../client/client.ts";
import { useEndpointMutation } from "../../../client/queries.ts";
import { rememberMe } from "../../../client/session.ts";
import { useToast } from "../../../components/ToastProvider.tsx";
import { applyServerErrors } from "../../../forms/applyServerErrors.ts";
import { PasswordField } from "../../../forms/PasswordField.tsx";
import { SubmitButton } from "../../../forms/SubmitButton.tsx";
import { useContractForm } from "../../../forms/useContractForm.ts";
import { MatchText, PasswordChecklist } from "../PasswordChecklist.tsx";

/** The call's own rules, and the repetition that only the form asks for. */
const passwordForm = changePasswordForm.shape({
  passwordConfirm: string()
    .required("비밀번호 확인을 입력해주세요.")
    .oneOf([ref("newPassword")], "비밀번호가 일치하지 않습니다."),
});

const empty = { currentPassword: "", newPassword: "", passwordConfirm: "" };

const useChangePassword = (user: CurrentUser, onClose: () => void) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [failure, setFailure] = useState<string>();
  const form = useContractForm(passwordForm, empty);
  const change = useEndpointMutation(client.accounts.changePassword, {
    onSuccess: () => {
      rememberMe(queryClient, { ...user, mustChangePassword: false });
      toast({ title: "비밀번호 변경됨", description: "다음 로그인부터 새 비밀번호를 사용해주세요." });
      onClose();
    },
    onError: (error) => setFailure(applyServerErrors(form, error)),
  });
  const handleSend = form.handleSubmit(({ currentPassword, newPassword }) => {
    setFailure(undefined);
    change.mutate({ body: { currentPassword, newPassword } });
  });
  return { form, failure, handleSend, isPending: change.isPending };
};

/** Old password, new one, new one again, with the rules ticked off while typing. */
export const PasswordForm = ({ user, onClose }: { user: CurrentUser; onClose: () => void }) => {
  const { form, failure, handleSend, isPending } = useChangePassword(user, onClose);
  const { control } = form;
  const { newPassword, passwordConfirm } = { ...empty, ...useWatch({ control }) };
  return (
    <Box
      component="form"
      noValidate
      aria-label="비밀번호 변경"
      onSubmit={(event) => void handleSend(event)}
      sx={{ display: "grid", gap: 1.5 }}
    >
      {/* Password managers file the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={user.userId} readOnly hidden />
      <PasswordField
        control={control}
        name="currentPassword"
        label={user.mustChangePassword ? "임시 비밀번호" : "현재 비밀번호"}
        isRequired
        autoComplete="current-password"
      />
      <PasswordField
        control={control}
        name="newPassword"
        label="새 비밀번호"
        isRequired
        autoComplete="new-password"
        onValueChange={() => {
          if (form.getFieldState("passwordConfirm").isTouched) void form.trigger("passwordConfirm");
        }}
      />
      <PasswordChecklist password={newPassword} />
      <PasswordField
        control={control}
        name="passwordConfirm"
        label="새 비밀번호 확인"
        isRequired
        autoComplete="new-password"
        help={<MatchText password={newPassword} repeated={passwordConfirm} />}
      />
      {failure ? <Alert severity="error">{failure}</Alert> : null}
      <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end" }}>
        {user.mustChangePassword ? null : (
          <Button color="inherit" onClick={onClose} disabled={isPending}>
            취소
          </Button>
        )}
        <SubmitButton isPending={isPending} pendingLabel="변경 중..." size="medium">
          변경하기
        </SubmitButton>
      </Box>
    </Box>
  );
};
