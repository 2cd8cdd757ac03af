import { textLimits, type Rating } from "@knowhow/shared";
import { ratingAnswerForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { useKeptEdit } from "../../components/useKeptEdit.ts";
import { useShowRating } from "./useRatings.ts";

const blank = { text: "" };

interface AnswerFormProps {
  rating: Rating;
  userId: string;
  onClose: () => void;
}

/** A mentor's answer to a rating of their content; unsent text is there again when they come back. */
export const AnswerForm = ({ rating, userId, onClose }: AnswerFormProps) => {
  const form = useContractForm(ratingAnswerForm, blank, "onSubmit");
  const stored = rating.answer ? { text: rating.answer.text } : undefined;
  useKeptEdit(form, { personId: userId, name: `rating-answer:${rating.id}`, blank, stored });
  const toast = useToast();
  const show = useShowRating(rating.contentId);
  const close = () => {
    form.reset(blank);
    onClose();
  };
  const { mutate, isPending, error } = useEndpointMutation(client.ratings.answer, {
    onSuccess: ({ rating: answered }) => {
      show(answered);
      toast({ title: "답변을 남겼습니다" });
      close();
    },
  });
  const handleSend = form.handleSubmit((body) => mutate({ params: { id: rating.id }, body }));
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void handleSend(event)}
      sx={{ display: "grid", gap: 1, mt: 1 }}
    >
      <FormTextField
        control={form.control}
        name="text"
        label="답변"
        help="모두에게 보여요. 후기마다 하나씩 남길 수 있고, 언제든 고칠 수 있어요."
        counterMax={textLimits.rating}
        multiline
        minRows={2}
        maxRows={8}
        autoFocus
      />
      {error ? (
        <Alert severity="error" role="alert">
          {messageOf(error)} 쓴 내용은 이 기기에 남아 있어요.
        </Alert>
      ) : null}
      <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
        <Button color="inherit" onClick={close}>
          취소
        </Button>
        <Button type="submit" variant="contained" loading={isPending}>
          답변 등록
        </Button>
      </Box>
    </Box>
  );
};
