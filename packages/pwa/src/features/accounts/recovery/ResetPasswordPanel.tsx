import { resetPasswordForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import { client } from "@knowhow/ui/client/client.ts";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import type { KnownIdentity } from "./FindIdPanel.tsx";
import { RecoveryForm } from "./RecoveryForm.tsx";
import { ResultCard } from "./ResultCard.tsx";
import { useRecovery } from "./useRecovery.ts";

/** 비밀번호 재설정: a password for one login, shown here and nowhere else. */
export const ResetPasswordPanel = ({ known }: { known: KnownIdentity }) => {
  const form = useContractForm(resetPasswordForm, known, "onSubmit");
  const { found, failure, isPending, send, handleMissing } = useRecovery(client.accounts.resetPassword, {
    done: { title: "임시 비밀번호 발급 완료", description: "로그인한 뒤 반드시 비밀번호를 변경해주세요." },
    failed: { title: "비밀번호 재설정 실패", description: "비밀번호 재설정에 실패했습니다." },
  });
  if (found)
    return (
      <ResultCard title="임시 비밀번호를 발급했어요" name="임시 비밀번호" value={found.tempPassword}>
        {found.message}
        <Alert severity="warning" role="note" sx={{ mt: 1.5 }}>
          이 화면을 떠나면 임시 비밀번호를 다시 볼 수 없어요.
        </Alert>
      </ResultCard>
    );
  return (
    <RecoveryForm
      label="비밀번호 재설정"
      control={form.control}
      userIdName="userId"
      names={{ name: "name", nickname: "nickname", email: "email", phoneNumber: "phoneNumber" }}
      onSend={(event) => void form.handleSubmit((body) => send({ body }), handleMissing)(event)}
      failure={failure}
      isPending={isPending}
      sendLabel="임시 비밀번호 받기"
    />
  );
};
