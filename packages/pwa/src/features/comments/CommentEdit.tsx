import { textLimits, type CommentAnswer } from "@knowhow/shared";
import { commentForm } from "@knowhow/shared/schemas.ts";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useEditComment } from "./useComments.ts";
import { EditForm } from "../../components/EditForm.tsx";
import { useKeptEdit } from "../../components/useKeptEdit.ts";

const blank = { comment: "" };

interface CommentEditProps {
  contentId: string;
  comment: CommentAnswer;
  noun: string;
  userId: string;
  onClose: () => void;
}

/** An author's edit of a comment in its place; unsaved text is there again. */
export const CommentEdit = ({ contentId, comment, noun, userId, onClose }: CommentEditProps) => {
  const form = useContractForm(commentForm, blank, "onSubmit");
  const stored = { comment: comment.comment };
  useKeptEdit(form, { personId: userId, name: `edit:${comment.id}`, blank, stored });
  const close = () => {
    form.reset(blank);
    onClose();
  };
  const { mutate, isPending, error } = useEditComment(contentId, close);
  const handleSave = form.handleSubmit((body) => {
    if (body.comment === comment.comment) close();
    else mutate({ params: { id: comment.id }, body });
  });
  return (
    <EditForm
      label={`${noun} 수정`}
      error={error}
      sendLabel="저장"
      pendingLabel="저장하는 중..."
      isPending={isPending}
      onSend={handleSave}
      onClose={close}
    >
      <FormTextField
        control={form.control}
        name="comment"
        label={`${noun} 수정`}
        counterMax={textLimits.comment}
        autoFocus
        multiline
        minRows={2}
        maxRows={8}
      />
    </EditForm>
  );
};
