import { textLimits, type Rating } from "@knowhow/shared";
import { ratingForm } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MuiRating from "@mui/material/Rating";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { useController, type Control } from "react-hook-form";
import type { ObjectSchema } from "yup";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { FieldFrame, FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { useContractForm } from "@knowhow/ui/forms/useContractForm.ts";
import { starsSx } from "./starsSx.ts";
import { useKeptEdit } from "../../components/useKeptEdit.ts";
import { PicturesField } from "./PicturesField.tsx";
import { useRatingPictures } from "./useRatingPictures.ts";
import { useOwnRating } from "./useRatings.ts";

/** As typed: kept on the device as texts. */
interface Typed {
  score: string;
  text: string;
}
const blank: Typed = { score: "", text: "" };

const words = ["별로예요", "아쉬워요", "보통이에요", "좋아요", "아주 좋아요"];

const ScoreField = ({ control }: { control: Control<Typed, unknown, Typed> }) => {
  const id = useId();
  const { field, fieldState } = useController({ control, name: "score" });
  const score = Number(field.value);
  return (
    <FieldFrame id={id} label="별점" isRequired error={fieldState.error?.message}>
      <Box
        // The first wrong field has the focus.
        ref={(stars: HTMLElement | null) => field.ref(stars?.querySelector("input"))}
        sx={{ display: "flex", alignItems: "center", gap: 1.5, minHeight: 44 }}
      >
        <MuiRating
          name={id}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-help`}
          value={score > 0 ? score : null}
          getLabelText={(value) => `${value}점, ${words[value - 1] ?? ""}`}
          emptyLabelText="별점 없음"
          onChange={(_, value) => field.onChange(value === null ? "" : String(value))}
          size="large"
          sx={{ ...starsSx, fontSize: "2.25rem" }}
        />
        <Typography variant="body2" color="textSecondary" aria-hidden>
          {words[score - 1] ?? "별을 눌러 선택해주세요"}
        </Typography>
      </Box>
    </FieldFrame>
  );
};

interface RatingFormProps {
  contentId: string;
  userId: string;
  /** The rating that is changed; none where it is given. */
  rating?: Rating | undefined;
  onClose?: () => void;
}

/** A buyer's rating of a content, new or changed; unsent text is there again when they come back. */
export const RatingForm = ({ contentId, userId, rating, onClose }: RatingFormProps) => {
  // The rules turn the typed texts into what the call takes.
  const form = useContractForm<Typed>(ratingForm as unknown as ObjectSchema<Typed>, blank, "onSubmit");
  const stored = rating && { score: String(rating.score), text: rating.text ?? "" };
  useKeptEdit(form, { personId: userId, name: `rating:${contentId}`, blank, stored });
  const pictures = useRatingPictures({ personId: userId, contentId, rating });
  const toast = useToast();
  const { create, update } = useOwnRating(contentId, () => {
    form.reset(blank);
    pictures.forget();
    toast({ title: rating ? "후기를 고쳤습니다" : "후기를 남겼습니다" });
    onClose?.();
  });
  const { isPending, error } = rating ? update : create;
  const handleSend = form.handleSubmit(({ score, text }) => {
    const chosen = pictures.pictures.map(({ objectPath, alt }) => ({ objectPath, alt }));
    const body = { score: Number(score), text, pictures: chosen };
    if (rating) update.mutate({ params: { id: rating.id }, body });
    else create.mutate({ params: { id: contentId }, body });
  });
  return (
    <Box
      component="form"
      noValidate
      aria-label={rating ? "내 후기 고치기" : "후기 남기기"}
      onSubmit={(event) => void handleSend(event)}
      sx={{ display: "grid", gap: 1 }}
    >
      <ScoreField control={form.control} />
      <FormTextField
        control={form.control}
        name="text"
        label="후기 (선택)"
        placeholder="어떤 점이 도움이 됐는지, 누구에게 맞는지 알려주세요."
        counterMax={textLimits.rating}
        multiline
        minRows={3}
        maxRows={10}
      />
      <PicturesField upload={pictures} />
      {error ? (
        <Alert severity="error" role="alert">
          {messageOf(error)} 쓴 내용은 이 기기에 남아 있어요.
        </Alert>
      ) : null}
      <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
        {onClose ? (
          <Button
            color="inherit"
            onClick={() => {
              form.reset(blank);
              pictures.forget();
              onClose();
            }}
          >
            취소
          </Button>
        ) : null}
        <Button
          type="submit"
          variant="contained"
          loading={isPending}
          disabled={pictures.percent !== undefined}
        >
          {rating ? "고치기" : "후기 등록"}
        </Button>
      </Box>
    </Box>
  );
};
