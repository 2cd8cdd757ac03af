import { questionEditMinutes, type ContentQuestion } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import { ServerTime } from "@knowhow/ui/client/ServerTime.tsx";
import { useHasKeptForm } from "@knowhow/ui/device/texts/useKeptText.ts";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { HiddenNote } from "@knowhow/ui/features/moderation/HiddenNote.tsx";
import { ModerationButton } from "@knowhow/ui/features/moderation/ModerationButton.tsx";
import { ReportWordsButton } from "@knowhow/ui/features/reports/ReportWordsButton.tsx";
import { useMinutesLeft } from "../../components/useMinutesLeft.ts";
import { AnswerForm, answerName } from "./AnswerForm.tsx";
import { QuestionEdit } from "./QuestionEdit.tsx";
import { useOwnQuestion } from "./useQuestions.ts";

/** The seller of the content. */
export interface QuestionMentor {
  id: string;
  nickname: string;
}

const headSx = { display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, minHeight: 28 } as const;
const textSx = { whiteSpace: "pre-wrap", overflowWrap: "anywhere" } as const;

interface AnswerProps {
  question: ContentQuestion;
  answer: NonNullable<ContentQuestion["answer"]>;
  mentor: QuestionMentor;
}

const Answer = ({
  question: { id, isUnseen },
  answer: { text, at, state, hiddenReason },
  mentor,
}: AnswerProps) => (
  <Box sx={{ mt: 1, pl: 2, borderLeft: "2px solid", borderColor: "divider" }}>
    <Box sx={headSx}>
      <Chip label="멘토" size="small" color="primary" variant="outlined" />
      <Typography variant="body2" color="textSecondary" component="div">
        <ServerTime time={at} />
      </Typography>
      {isUnseen ? <Chip label="새 답변" size="small" color="primary" /> : null}
      <ModerationButton target={{ kind: "question_answer", words: { id, text, state } }} />
      <ReportWordsButton
        type="question_answer"
        id={id}
        authorId={mentor.id}
        nickname={mentor.nickname}
        words={text}
      />
    </Box>
    <Typography sx={textSx}>{text}</Typography>
    {state === "hidden" ? <HiddenNote noun="답변" reason={hiddenReason} /> : null}
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
  mentor: QuestionMentor;
}

interface FrameProps {
  question: ContentQuestion;
  mentor: QuestionMentor;
  /** In the place of the answer, or of the words. */
  isAnswering?: boolean;
  edit?: ReactNode;
  actions?: ReactNode;
}

const Frame = ({ question, mentor, isAnswering = false, edit, actions }: FrameProps) => (
  <>
    <Box sx={headSx}>
      <Typography variant="subtitle2" component="p">
        {question.user.nickname}
      </Typography>
      <Typography variant="body2" color="textSecondary" component="div">
        <ServerTime time={question.createdAt} />
        {question.editedAt ? " · 수정됨" : null}
        {question.isMine ? " · 내 문의" : null}
      </Typography>
      {question.answer || question.state === "hidden" ? null : <Chip label="답변 대기" size="small" />}
      <ModerationButton
        target={{
          kind: "question",
          words: { id: question.id, text: question.question, state: question.state },
        }}
      />
      {question.state === "hidden" ? null : (
        <ReportWordsButton
          type="question"
          id={question.id}
          authorId={question.userId}
          nickname={question.user.nickname}
          words={question.question}
        />
      )}
    </Box>
    {edit ?? <Typography sx={textSx}>{question.question}</Typography>}
    {actions ? <Box sx={{ display: "flex", flexWrap: "wrap", ml: -0.5 }}>{actions}</Box> : null}
    {question.state === "hidden" ? <HiddenNote noun="문의" reason={question.hiddenReason} /> : null}
    {question.answer && !isAnswering ? (
      <Answer question={question} answer={question.answer} mentor={mentor} />
    ) : null}
  </>
);

/** One question with its answer. */
export const QuestionItem = ({ question, mentor }: Omit<QuestionItemProps, "contentId">) => (
  <Frame question={question} mentor={mentor} />
);

/** The same for its asker, who may edit it for some minutes and take it back, until it is answered. */
export const OwnItem = ({ contentId, question, mentor }: QuestionItemProps) => {
  const [isEditing, setIsEditing] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const toast = useToast();
  const { remove } = useOwnQuestion(contentId, () => toast({ title: "문의를 삭제했습니다" }));
  const minutes = useMinutesLeft(question.createdAt, questionEditMinutes);
  const start = question.question.slice(0, 20);
  if (question.answer || question.state === "hidden") return <Frame question={question} mentor={mentor} />;
  const actions = (
    <>
      {minutes === 0 ? null : (
        <Button
          size="small"
          color="inherit"
          onClick={() => setIsEditing(true)}
          aria-label={`내 문의 수정 (${minutes}분 남음): ${start}`}
          sx={{ color: "text.secondary" }}
        >
          수정 · {minutes}분 남음
        </Button>
      )}
      <Button
        size="small"
        color="error"
        onClick={() => setIsAsked(true)}
        aria-label={`내 문의 삭제: ${start}`}
      >
        삭제
      </Button>
    </>
  );
  return (
    <>
      <Frame
        question={question}
        mentor={mentor}
        actions={isEditing ? null : actions}
        edit={
          isEditing ? (
            <QuestionEdit contentId={contentId} question={question} onClose={() => setIsEditing(false)} />
          ) : undefined
        }
      />
      <ConfirmDialog
        isOpen={isAsked}
        title="문의를 삭제할까요?"
        description="삭제한 문의는 되돌릴 수 없습니다."
        confirmLabel="삭제"
        pendingLabel="삭제하는 중..."
        isDestructive
        isPending={remove.isPending}
        onConfirm={() =>
          remove.mutate(
            { params: { id: question.id } },
            {
              onError: (error) =>
                toast({ title: "문의 삭제 실패", description: messageOf(error), variant: "destructive" }),
              onSettled: () => setIsAsked(false),
            },
          )
        }
        onCancel={() => setIsAsked(false)}
      />
    </>
  );
};

/** The same for the mentor, who answers it. */
export const AnswerableItem = ({ contentId, question, mentor }: QuestionItemProps) => {
  const [isOpen, setIsOpen] = useState<boolean>();
  // An answer that was not sent is there again.
  const hasKept = useHasKeptForm(mentor.id, answerName(question.id));
  const isAnswering = isOpen ?? hasKept;
  return (
    <>
      <Frame question={question} mentor={mentor} isAnswering={isAnswering} />
      {question.answer?.state === "hidden" ? null : (
        <Answering
          contentId={contentId}
          mentorId={mentor.id}
          question={question}
          isOpen={isAnswering}
          onToggle={setIsOpen}
        />
      )}
    </>
  );
};
