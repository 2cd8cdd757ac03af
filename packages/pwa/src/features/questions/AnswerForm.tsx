import { textLimits, type ContentQuestion } from "@knowhow/shared";
import { questionAnswerForm } from "@knowhow/shared/schemas.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useAnswerQuestion } from "./useQuestions.ts";
import { WaitForNetwork } from "./WaitForNetwork.tsx";
import { EditForm } from "../../components/EditForm.tsx";
import { useKeptEdit } from "../../components/useKeptEdit.ts";

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
  const stored = question.answer ? { answer: question.answer.text } : undefined;
  useKeptEdit(form, { personId: userId, name: answerName(question.id), blank, stored });
  const isOnline = useOnline();
  const close = () => {
    form.reset(blank);
    onClose();
  };
  const { mutate, isPending, error } = useAnswerQuestion(contentId, close);
  const handleAnswer = form.handleSubmit((body) => mutate({ params: { id: question.id }, body }));
  return (
    <EditForm
      label="문의에 답변"
      error={error}
      notice={isOnline ? null : <WaitForNetwork act="답변할" />}
      sendLabel="답변 등록"
      pendingLabel="등록하는 중..."
      isPending={isPending}
      isDisabled={!isOnline}
      onSend={handleAnswer}
      onClose={close}
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
    </EditForm>
  );
};
