import { findAccountForm } from "@knowhow/shared/schemas.ts";
import Button from "@mui/material/Button";
import { client } from "@knowhow/ui/client/client.ts";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { RecoveryForm } from "./RecoveryForm.tsx";
import { ResultCard } from "./ResultCard.tsx";
import { useRecovery } from "./useRecovery.ts";

/** The fields that both forms have. */
export interface KnownIdentity {
  userId: string;
  name: string;
  nickname: string;
  email: string;
  phoneNumber: string;
}

interface FindIdPanelProps {
  known: KnownIdentity;
  onFound: (known: KnownIdentity) => void;
  onReset: () => void;
}

/** 아이디 찾기. */
export const FindIdPanel = ({ known, onFound, onReset }: FindIdPanelProps) => {
  const { name, nickname, email, phoneNumber } = known;
  const form = useContractForm(findAccountForm, { name, nickname, email, phoneNumber }, "onSubmit");
  const { found, failure, isPending, send, handleMissing } = useRecovery(client.accounts.findAccount, {
    done: { title: "아이디 찾기 완료", description: "찾은 아이디로 로그인해주세요." },
    failed: { title: "아이디 찾기 실패", description: "아이디 찾기에 실패했습니다." },
  });
  if (found)
    return (
      <ResultCard
        title="아이디를 찾았어요"
        name="아이디"
        value={found.userId}
        action={
          <Button
            variant="outlined"
            onClick={() => {
              onFound({ ...known, ...form.getValues(), userId: found.userId });
              onReset();
            }}
          >
            비밀번호 재설정
          </Button>
        }
      >
        {found.message}
      </ResultCard>
    );
  return (
    <RecoveryForm
      label="아이디 찾기"
      control={form.control}
      names={{ name: "name", nickname: "nickname", email: "email", phoneNumber: "phoneNumber" }}
      onSend={(event) => void form.handleSubmit((body) => send({ body }), handleMissing)(event)}
      failure={failure}
      isPending={isPending}
      sendLabel="아이디 찾기"
    />
  );
};
