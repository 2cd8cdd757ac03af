import type { ContentQuestion } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { ServerTime } from "@knowhow/ui/client/ServerTime.tsx";
import { useHasKeptForm } from "@knowhow/ui/device/texts/useKeptText.ts";
import { AnswerForm, answerName } from "./AnswerForm.tsx";

const headSx = { display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, minHeight: 28 } as const;
const textSx = { whiteSpace: "pre-wrap", overflowWrap: "anywhere" } as const;

const Answer = ({ answer: { text, at } }: { answer: NonNullable<ContentQuestion["answer"]> }) => (
  <Box sx={{ mt: 1, pl: 2, borderLeft: "2px solid", borderColor: "divider" }}>
    <Box sx={headSx}>
      <Chip label="멘토" size="small" color="primary" variant="outlined" />
      <Typography variant="body2" color="textSecondary" component="div">
        <ServerTime time={at} />
      </Typography>
    </Box>
    <Typography sx={textSx}>{text}</Typography>
  </Box>
);

interface AnsweringProps {
  contentId: string;
  mentorId: string;
  question: ContentQuestion;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

const Answering = ({ contentId, mentorId, question, isOpen, onToggle }: AnsweringProps) =>
  isOpen ? (
    <AnswerForm contentId={contentId} userId={mentorId} question={question} onClose={() => onToggle(false)} />
  ) : (
    <Button
      size="small"
      variant={question.answer ? "text" : "outlined"}
      onClick={() => onToggle(true)}
      aria-label={`${question.answer ? "답변 수정" : "답변하기"}: ${question.question.slice(0, 20)}`}
      sx={{ mt: 1, ml: question.answer ? 1 : 0 }}
    >
      {question.answer ? "답변 수정" : "답변하기"}
    </Button>
  );

interface QuestionItemProps {
  contentId: string;
  question: ContentQuestion;
}

const Frame = ({
  question,
  isAnswerHidden = false,
}: {
  question: ContentQuestion;
  isAnswerHidden?: boolean;
}) => (
  <>
    <Box sx={headSx}>
      <Typography variant="subtitle2" component="p">
        {question.user.nickname}
      </Typography>
      <Typography variant="body2" color="textSecondary" component="div">
        <ServerTime time={question.createdAt} />
        {question.isMine ? " · 내 문의" : null}
      </Typography>
      {question.answer ? null : <Chip label="답변 대기" size="small" />}
    </Box>
    <Typography sx={textSx}>{question.question}</Typography>
    {question.answer && !isAnswerHidden ? <Answer answer={question.answer} /> : null}
  </>
);

/** One question with its answer. */
export const QuestionItem = ({ question }: Pick<QuestionItemProps, "question">) => (
  <Frame question={question} />
);

/** The same for the mentor, who answers it. */
export const AnswerableItem = ({
  contentId,
  question,
  mentorId,
}: QuestionItemProps & { mentorId: string }) => {
  const [isOpen, setIsOpen] = useState<boolean>();
  // An answer that was not sent is there again.
  const hasKept = useHasKeptForm(mentorId, answerName(question.id));
  const isAnswering = isOpen ?? hasKept;
  return (
    <>
      <Frame question={question} isAnswerHidden={isAnswering} />
      <Answering
        contentId={contentId}
        mentorId={mentorId}
        question={question}
        isOpen={isAnswering}
        onToggle={setIsOpen}
      />
    </>
  );
};
