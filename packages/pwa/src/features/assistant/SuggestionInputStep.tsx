import { textLimits, type suggestionForm } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { UseFormReturn } from "react-hook-form";
import type { InferType } from "yup";
import { Reveal } from "@knowhow/ui/components/Reveal.tsx";
import { FormTextField } from "@knowhow/ui/forms/FormTextField.tsx";
import { FileChoice } from "./FileChoice.tsx";
import type { AssistantTrouble } from "./troubles.ts";

type DescriptionValues = InferType<typeof suggestionForm>;

interface TroubleNoticeProps {
  trouble: AssistantTrouble | undefined;
}

/** Why the last try failed, where the reason is about neither field. */
export const TroubleNotice = ({ trouble }: TroubleNoticeProps) =>
  trouble && (trouble.kind === "limit" || trouble.kind === "passing") ? (
    <Reveal cause={trouble}>
      <Alert severity={trouble.kind === "limit" ? "warning" : "error"}>
        <AlertTitle>AI 제안을 만들지 못했습니다</AlertTitle>
        {trouble.text} {trouble.hint}
        <div>입력한 내용은 그대로 있어요.</div>
      </Alert>
    </Reveal>
  ) : null;

interface SuggestionInputStepProps {
  form: UseFormReturn<DescriptionValues, unknown, DescriptionValues>;
  file: File | undefined;
  offered: readonly File[];
  trouble: AssistantTrouble | undefined;
  onType: (text: string) => void;
  onChoose: (file: File | undefined) => void;
}

/** First step: a description of the content, and a document if there is one. */
export const SuggestionInputStep = (props: SuggestionInputStepProps) => {
  const { form, file, offered, trouble, onType, onChoose } = props;
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2.5 }}>
      <Typography color="text.secondary">
        어떤 콘텐츠인지 편하게 적어주세요. 제목, 설명, 카테고리와 가격 초안을 만들어 드려요.
      </Typography>
      <TroubleNotice trouble={trouble} />
      <FormTextField
        control={form.control}
        name="userDescription"
        label="콘텐츠 설명"
        autoFocus
        isRequired
        multiline
        minRows={5}
        maxRows={12}
        counterMax={textLimits.description}
        placeholder="예: 비전공자가 8주 동안 파이썬을 공부한 순서와 매주 푼 문제를 정리한 콘텐츠예요."
        onValueChange={onType}
      />
      <FileChoice
        file={file}
        offered={offered}
        trouble={trouble?.kind === "file" ? trouble : undefined}
        onChoose={onChoose}
      />
    </Box>
  );
};
