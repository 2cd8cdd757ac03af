import type { Comment } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { commentAnchor } from "@knowhow/ui/features/reports/commentAnchor.ts";
import { useHasKeptForm } from "@knowhow/ui/device/texts/useKeptText.ts";
import { CommentBox } from "./CommentBox.tsx";
import { CommentItem, type CommentItemProps } from "./CommentItem.tsx";

/** So many answers are shown before they are asked for; one more is shown too. */
const shownAtFirst = 2;

interface AnswerFormProps {
  userId: string;
  comment: Comment;
  onSend: (text: string) => void;
}

const AnswerForm = ({ userId, comment, onSend }: AnswerFormProps) => {
  const name = `answer:${comment.id}`;
  const [isOpen, setIsOpen] = useState<boolean>();
  const hasKept = useHasKeptForm(userId, name);
  // An answer that was not sent is there again.
  return (isOpen ?? hasKept) ? (
    <CommentBox
      name={name}
      noun="답글"
      placeholder={`${comment.user.nickname}님에게 답글을 남겨주세요.`}
      userId={userId}
      onSend={(text) => {
        setIsOpen(false);
        onSend(text);
      }}
      onCancel={() => setIsOpen(false)}
    />
  ) : (
    <Button
      size="small"
      sx={{ minWidth: 0, ml: -1 }}
      onClick={() => setIsOpen(true)}
      aria-label={`답글 쓰기: ${comment.comment.slice(0, 20)}`}
    >
      답글
    </Button>
  );
};

interface CommentThreadProps extends Pick<CommentItemProps, "contentId" | "onRemove"> {
  comment: Comment;
  userId: string | undefined;
  onReport: CommentItemProps["onReport"];
  /** Sends an answer; for buyers and the seller. */
  onAnswer: ((text: string, commentId: string) => void) | undefined;
  /** Answers on their way. */
  children: ReactNode;
}

/** A comment with the answers to it. */
export const CommentThread = ({
  comment,
  userId,
  onReport,
  onAnswer,
  children,
  ...acts
}: CommentThreadProps) => {
  const { answers } = comment;
  const { hash } = useLocation();
  const [isWhole, setIsWhole] = useState(false);
  const isLinked = answers.some(({ id }) => hash === `#${commentAnchor(id)}`);
  const shown =
    isWhole || isLinked || answers.length <= shownAtFirst + 1 ? answers : answers.slice(0, shownAtFirst);
  const actsOf = (authorId: string) => ({
    ...acts,
    authorId: authorId === userId ? authorId : undefined,
    onReport: authorId === userId ? undefined : onReport,
  });
  return (
    <CommentItem {...actsOf(comment.userId)} comment={comment} noun="댓글">
      <Box
        component="ul"
        aria-label={`답글: ${comment.comment.slice(0, 20)}`}
        sx={{
          m: 0,
          mt: 1,
          p: 0,
          pl: 2,
          listStyle: "none",
          borderLeft: "2px solid",
          borderColor: "divider",
          "&:empty": { display: "none" },
        }}
      >
        {shown.map((answer) => (
          <CommentItem key={answer.id} {...actsOf(answer.userId)} comment={answer} noun="답글" />
        ))}
        {children}
      </Box>
      <Box sx={{ display: "grid", justifyItems: "start", mt: 0.5, "& > form": { justifySelf: "stretch" } }}>
        {shown.length < answers.length ? (
          <Button size="small" sx={{ ml: -1 }} onClick={() => setIsWhole(true)} aria-expanded={false}>
            답글 {answers.length - shown.length}개 더 보기
          </Button>
        ) : null}
        {onAnswer && userId !== undefined && comment.state === "listed" ? (
          <AnswerForm userId={userId} comment={comment} onSend={(text) => onAnswer(text, comment.id)} />
        ) : null}
      </Box>
    </CommentItem>
  );
};
