import { givenPasswordField } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import { object } from "yup";
import { client } from "@knowhow/ui/client/client.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { useDevice } from "@knowhow/ui/client/platform.tsx";
import { signedOut } from "@knowhow/ui/device/signOut.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { applyServerErrors } from "@knowhow/ui/forms/applyServerErrors.ts";
import { PasswordField } from "@knowhow/ui/forms/PasswordField.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";

const consequences = [
  "이름, 이메일, 전화번호, 계좌 같은 개인정보가 지워지고 되돌릴 수 없어요.",
  "올린 콘텐츠는 마켓에서 사라지고, 이미 구매한 분만 계속 다운로드할 수 있어요.",
  "구매한 콘텐츠를 더 이상 다운로드할 수 없어요. 필요한 파일은 먼저 다운로드해주세요.",
  "채팅방에 더 이상 쓸 수 없고, 보낸 메시지는 상대에게 남아요.",
  "법령에 따라 거래 기록은 5년, 분쟁 기록은 3년 동안 보관한 뒤 지워져요.",
] as const;

const leavingForm = object({ password: givenPasswordField });

const useLeaving = () => {
  const device = useDevice();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const [failure, setFailure] = useState<string>();
  const form = useContractForm(leavingForm, { password: "" }, "onSubmit");
  const leave = useEndpointMutation(client.accounts.leave, {
    onSuccess: async () => {
      await navigate("/", { replace: true });
      await signedOut(queryClient, device);
      toast({ title: "회원 탈퇴 완료", description: "그동안 노하우를 이용해주셔서 고맙습니다." });
    },
    onError: (error) => {
      if (hasCode(error, "WRONG_PASSWORD"))
        form.setError("password", { type: "server", message: messageOf(error) }, { shouldFocus: true });
      else setFailure(applyServerErrors(form, error));
    },
  });
  const handleSend = form.handleSubmit((body) => {
    setFailure(undefined);
    leave.mutate({ body });
  });
  return { form, failure, handleSend, isPending: leave.isPending };
};

const LeavingForm = ({ titleId, onClose }: { titleId: string; onClose: () => void }) => {
  const { form, failure, handleSend, isPending } = useLeaving();
  return (
    <Box
      component="form"
      noValidate
      aria-labelledby={titleId}
      onSubmit={(event) => void handleSend(event)}
      sx={{ display: "contents" }}
    >
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        <Box component="ul" sx={{ m: 0, pl: 2.5, display: "grid", gap: 0.75, color: "text.secondary" }}>
          {consequences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </Box>
        <Typography>계속하려면 비밀번호를 입력해주세요.</Typography>
        <PasswordField
          control={form.control}
          name="password"
          label="비밀번호"
          isRequired
          autoComplete="current-password"
        />
        {failure === undefined ? null : <Alert severity="error">{failure}</Alert>}
      </DialogContent>
      <DialogActions sx={{ p: 2, pt: 0 }}>
        <Button color="inherit" onClick={onClose} disabled={isPending}>
          취소
        </Button>
        <SubmitButton isPending={isPending} pendingLabel="탈퇴 중..." size="medium" color="error">
          탈퇴하기
        </SubmitButton>
      </DialogActions>
    </Box>
  );
};

/** Explains the deletion of the account, and deletes it after the password. */
export const LeavingDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const id = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>정말 탈퇴하시겠습니까?</DialogTitle>
      <LeavingForm titleId={id} onClose={onClose} />
    </Dialog>
  );
};
