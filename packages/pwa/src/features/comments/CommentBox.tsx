import { textLimits } from "@knowhow/shared";
import { commentForm } from "@knowhow/shared/schemas.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useKeptForm } from "@knowhow/ui/device/texts/useKeptText.ts";

const blank = { comment: "" };

interface CommentBoxProps {
  contentId: string;
  /** The writer; undefined while the session is not known yet. */
  userId: string | undefined;
  onSend: (text: string) => void;
}

/** Where a buyer writes a comment; unsent text is there again when they come back. */
export const CommentBox = ({ contentId, userId, onSend }: CommentBoxProps) => {
  const form = useContractForm(commentForm, blank, "onSubmit");
  useKeptForm(form, { personId: userId, name: `comment:${contentId}`, blank });
  const handleSend = form.handleSubmit(({ comment }) => {
    // A second press may come before the first is rendered.
    if (form.getValues("comment") === "") return;
    onSend(comment);
    form.reset(blank);
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
        placeholder="콘텐츠를 이용한 소감을 남겨주세요."
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
