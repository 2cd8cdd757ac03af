import { textLimits, type ContentQuestion } from "@knowhow/shared";
import { questionForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useEffectEvent, useLayoutEffect } from "react";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useKeptForm } from "@knowhow/ui/device/texts/useKeptText.ts";
import { useOwnQuestion } from "./useQuestions.ts";

const blank = { question: "" };

interface QuestionEditProps {
  contentId: string;
  question: ContentQuestion;
  onClose: () => void;
}

/** An asker's edit of a question in its place; unsaved text is there again. */
export const QuestionEdit = ({ contentId, question, onClose }: QuestionEditProps) => {
  const form = useContractForm(questionForm, blank, "onSubmit");
  useKeptForm(form, { personId: question.userId, name: `question-edit:${question.id}`, blank });
  // After the form was filled from the device.
  const fill = useEffectEvent(() => {
    if (form.getValues("question") === "") form.setValue("question", question.question);
  });
  useLayoutEffect(() => fill(), []);
  const close = () => {
    form.reset(blank);
    onClose();
  };
  const { update } = useOwnQuestion(contentId, close);
  const handleSave = form.handleSubmit((body) => update.mutate({ params: { id: question.id }, body }));
  return (
    <Box
      component="form"
      noValidate
      aria-label="내 문의 수정"
      onSubmit={(event) => void handleSave(event)}
      sx={{ display: "grid", gap: 1, mt: 1 }}
    >
      <FormTextField
        control={form.control}
        name="question"
        label="문의 수정"
        counterMax={textLimits.question}
        autoFocus
        multiline
        minRows={2}
        maxRows={8}
      />
      {update.error ? <Alert severity="error">{messageOf(update.error)}</Alert> : null}
      <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
        <Button color="inherit" onClick={close} disabled={update.isPending}>
          취소
        </Button>
        <SubmitButton isPending={update.isPending} pendingLabel="저장하는 중..." size="medium">
          저장
        </SubmitButton>
      </Box>
    </Box>
  );
};
