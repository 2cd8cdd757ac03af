import { textLimits } from "@knowhow/shared";
import { questionForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useKeptForm } from "@knowhow/ui/device/texts/useKeptText.ts";
import { useAskQuestion } from "./useQuestions.ts";
import { WaitForNetwork } from "./WaitForNetwork.tsx";

const blank = { question: "" };

/** Where a member asks the mentor; unsent text is there again when they come back. */
export const QuestionForm = ({ contentId, userId }: { contentId: string; userId: string }) => {
  const form = useContractForm(questionForm, blank, "onSubmit");
  useKeptForm(form, { personId: userId, name: `question:${contentId}`, blank });
  const isOnline = useOnline();
  const { mutate, isPending, error } = useAskQuestion(contentId, () => form.reset(blank));
  const handleAsk = form.handleSubmit((body) => mutate({ params: { id: contentId }, body }));
  return (
    <Box
      component="form"
      noValidate
      aria-label="구매 전 문의"
      onSubmit={(event) => void handleAsk(event)}
      sx={{ display: "grid", gap: 1 }}
    >
      <FormTextField
        control={form.control}
        name="question"
        label="문의 내용"
        placeholder="구매하기 전에 궁금한 점을 멘토에게 물어보세요."
        help="누구나 볼 수 있으니 연락처 같은 개인정보는 쓰지 마세요."
        counterMax={textLimits.question}
        multiline
        minRows={2}
        maxRows={8}
      />
      {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
      {isOnline ? null : <WaitForNetwork act="문의할" />}
      <Box sx={{ justifySelf: "end" }}>
        <SubmitButton isPending={isPending} pendingLabel="남기는 중..." size="medium" disabled={!isOnline}>
          문의 남기기
        </SubmitButton>
      </Box>
    </Box>
  );
};
