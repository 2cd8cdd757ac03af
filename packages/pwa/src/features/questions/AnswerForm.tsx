import { textLimits, type ContentQuestion } from "@knowhow/shared";
import { questionAnswerForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useEffectEvent, useLayoutEffect } from "react";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useKeptForm } from "@knowhow/ui/device/texts/useKeptText.ts";
import { useAnswerQuestion } from "./useQuestions.ts";
import { WaitForNetwork } from "./WaitForNetwork.tsx";

const blank = { answer: "" };

/** The name under which an unsent answer is kept. */
export const answerName = (questionId: string): string => `question-answer:${questionId}`;

interface AnswerFormProps {
  contentId: string;
  userId: string;
  question: ContentQuestion;
  onClose: () => void;
}

/** Where the mentor answers a question, or changes the answer. */
export const AnswerForm = ({ contentId, userId, question, onClose }: AnswerFormProps) => {
  const form = useContractForm(questionAnswerForm, blank, "onSubmit");
  useKeptForm(form, { personId: userId, name: answerName(question.id), blank });
  // After the form was filled from the device.
  const fill = useEffectEvent(() => {
    if (form.getValues("answer") === "" && question.answer) form.setValue("answer", question.answer.text);
  });
  useLayoutEffect(() => fill(), []);
  const isOnline = useOnline();
  const close = () => {
    form.reset(blank);
    onClose();
  };
  const { mutate, isPending, error } = useAnswerQuestion(contentId, close);
  const handleAnswer = form.handleSubmit((body) => mutate({ params: { id: question.id }, body }));
  return (
    <Box
      component="form"
      noValidate
      aria-label="문의에 답변"
      onSubmit={(event) => void handleAnswer(event)}
      sx={{ display: "grid", gap: 1, mt: 1 }}
    >
      <FormTextField
        control={form.control}
        name="answer"
        label="답변"
        counterMax={textLimits.answer}
        autoFocus
        multiline
        minRows={2}
        maxRows={12}
      />
      {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
      {isOnline ? null : <WaitForNetwork act="답변할" />}
      <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
        <Button color="inherit" onClick={close} disabled={isPending}>
          취소
        </Button>
        <SubmitButton isPending={isPending} pendingLabel="등록하는 중..." size="medium" disabled={!isOnline}>
          답변 등록
        </SubmitButton>
      </Box>
    </Box>
  );
};
