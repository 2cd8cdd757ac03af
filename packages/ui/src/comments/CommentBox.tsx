import { commentForm, textLimits } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { FormTextField } from "../forms/FormTextField.tsx";
import { useContractForm } from "../forms/useContractForm.ts";

/** Where a buyer writes a comment. */
export const CommentBox = ({ onSend }: { onSend: (text: string) => void }) => {
  const form = useContractForm(commentForm, { comment: "" }, "onSubmit");
  const handleSend = form.handleSubmit(({ comment }) => {
    onSend(comment);
    form.reset();
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void handleSend(event)}
      sx={{ display: "grid", gap: 1 }}
    >
      <FormTextField
        control={form.control}
        name="comment"
        label="댓글"
        placeholder="자료를 써본 소감을 남겨주세요."
        counterMax={textLimits.comment}
        multiline
        minRows={3}
        maxRows={8}
      />
      <Button type="submit" variant="contained" sx={{ justifySelf: "end" }}>
        댓글 등록
      </Button>
    </Box>
  );
};
