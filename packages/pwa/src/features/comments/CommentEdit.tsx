import { textLimits, type CommentAnswer } from "@knowhow/shared";
import { commentForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { SubmitButton } from "@knowhow/ui/forms/SubmitButton.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useKeptForm } from "@knowhow/ui/device/texts/useKeptText.ts";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { useEffectEvent, useLayoutEffect } from "react";
import { useEditComment } from "./useComments.ts";

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
  useKeptForm(form, { personId: userId, name: `edit:${comment.id}`, blank });
  // After the form was filled from the device; once, so that news of the comment replace nothing typed.
  const fill = useEffectEvent(() => {
    if (form.getValues("comment") === "") form.setValue("comment", comment.comment);
  });
  useLayoutEffect(() => fill(), []);
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
    <Box
      component="form"
      noValidate
      aria-label={`${noun} 수정`}
      onSubmit={(event) => void handleSave(event)}
      sx={{ display: "grid", gap: 1, mt: 1 }}
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
      {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
      <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
        <Button color="inherit" onClick={close} disabled={isPending}>
          취소
        </Button>
        <SubmitButton isPending={isPending} pendingLabel="저장하는 중..." size="medium">
          저장
        </SubmitButton>
      </Box>
    </Box>
  );
};
