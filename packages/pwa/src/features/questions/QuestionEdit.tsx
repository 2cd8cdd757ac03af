import { textLimits, type ContentQuestion } from "@knowhow/shared";
import { questionForm } from "@knowhow/shared/schemas.ts";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useOwnQuestion } from "./useQuestions.ts";
import { EditForm } from "../../components/EditForm.tsx";
import { useKeptEdit } from "../../components/useKeptEdit.ts";

const blank = { question: "" };

interface QuestionEditProps {
  contentId: string;
  question: ContentQuestion;
  onClose: () => void;
}

/** An asker's edit of a question in its place; unsaved text is there again. */
export const QuestionEdit = ({ contentId, question, onClose }: QuestionEditProps) => {
  const form = useContractForm(questionForm, blank, "onSubmit");
  const stored = { question: question.question };
  useKeptEdit(form, { personId: question.userId, name: `question-edit:${question.id}`, blank, stored });
  const close = () => {
    form.reset(blank);
    onClose();
  };
  const { update } = useOwnQuestion(contentId, close);
  const handleSave = form.handleSubmit((body) => update.mutate({ params: { id: question.id }, body }));
  return (
    <EditForm
      label="내 문의 수정"
      error={update.error}
      sendLabel="저장"
      pendingLabel="저장하는 중..."
      isPending={update.isPending}
      onSend={handleSave}
      onClose={close}
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
    </EditForm>
  );
};
