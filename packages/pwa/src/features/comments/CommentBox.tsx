import { textLimits } from "@knowhow/shared";
import { commentForm } from "@knowhow/shared/schemas.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useKeptForm } from "@knowhow/ui/device/texts/useKeptText.ts";

const blank = { comment: "" };

interface CommentBoxProps {
  /** Under which unsent text is kept. */
  name: string;
  noun: "댓글" | "답글";
  placeholder: string;
  /** The writer; undefined while the session is not known yet. */
  userId: string | undefined;
  onSend: (text: string) => void;
  /** For a box that was opened. */
  onCancel?: () => void;
}

/** Where a comment or an answer is written; unsent text is there again when they come back. */
export const CommentBox = ({ name, noun, placeholder, userId, onSend, onCancel }: CommentBoxProps) => {
  const form = useContractForm(commentForm, blank, "onSubmit");
  useKeptForm(form, { personId: userId, name, blank });
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
        label={noun}
        placeholder={placeholder}
        counterMax={textLimits.comment}
        autoFocus={onCancel !== undefined}
        multiline
        minRows={onCancel ? 2 : 3}
        maxRows={8}
      />
      <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
        {onCancel ? (
          <Button
            color="inherit"
            onClick={() => {
              form.reset(blank);
              onCancel();
            }}
          >
            취소
          </Button>
        ) : null}
        <Button type="submit" variant="contained">
          {noun} 등록
        </Button>
      </Box>
    </Box>
  );
};
