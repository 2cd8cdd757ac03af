import ThumbUpOutlined from "@mui/icons-material/ThumbUpOutlined";
import ThumbUpRounded from "@mui/icons-material/ThumbUpRounded";
import type { Rating } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MuiRating from "@mui/material/Rating";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { ServerTime } from "@knowhow/ui/client/ServerTime.tsx";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { formatCount } from "@knowhow/ui/components/format.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { expiredNotice, useLoginAction } from "@knowhow/ui/features/layout/useLoginAction.ts";
import { HiddenNote } from "@knowhow/ui/features/moderation/HiddenNote.tsx";
import { ModerationButton } from "@knowhow/ui/features/moderation/ModerationButton.tsx";
import { ReportWordsButton } from "@knowhow/ui/features/reports/ReportWordsButton.tsx";
import { ProfileAvatar } from "../../components/ProfileAvatar.tsx";
import { RatingPictures } from "./RatingPictures.tsx";
import { AnswerForm } from "./AnswerForm.tsx";
import { starsSx } from "./starsSx.ts";
import { useShowRating } from "./useRatings.ts";

/** The vote of everyone but the author and the mentor, who see how many there are. */
const Helpful = ({ rating, canVote }: { rating: Rating; canVote: boolean }) => {
  const { id, isHelpful, helpfulCount } = rating;
  const show = useShowRating(rating.contentId);
  const toast = useToast();
  const login = useLoginAction();
  const { mutate, isPending } = useEndpointMutation(
    isHelpful ? client.ratings.removeHelpful : client.ratings.addHelpful,
    {
      onSuccess: ({ rating: voted }) => show(voted),
      onError: (error) =>
        toast(
          hasCode(error, "LOGIN_REQUIRED")
            ? { ...expiredNotice, title: "로그인하면 누를 수 있어요", action: login() }
            : { title: "반영하지 못했습니다", description: messageOf(error), variant: "destructive" },
        ),
    },
  );
  const label = helpfulCount > 0 ? `도움돼요 ${formatCount(helpfulCount)}` : "도움돼요";
  if (!canVote)
    return helpfulCount > 0 ? (
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
    ) : null;
  return (
    <Button
      size="small"
      color="inherit"
      aria-pressed={isHelpful}
      aria-busy={isPending}
      startIcon={isHelpful ? <ThumbUpRounded /> : <ThumbUpOutlined />}
      onClick={() => mutate({ params: { id } })}
      sx={{ color: isHelpful ? "primary.main" : "text.secondary" }}
    >
      {label}
    </Button>
  );
};

interface AnswerProps {
  rating: Rating;
  answer: NonNullable<Rating["answer"]>;
  mentor: string;
  mentorId: string;
}

const Answer = ({
  rating: { id },
  answer: { text, at, state, hiddenReason },
  mentor,
  mentorId,
}: AnswerProps) => (
  <Box sx={{ mt: 1, p: 1.5, borderRadius: "12px", bgcolor: "action.hover" }}>
    <Box sx={{ display: "flex", alignItems: "baseline", gap: 1 }}>
      <Typography variant="subtitle2" component="p">
        {mentor}님의 답변
      </Typography>
      <Typography variant="body2" color="textSecondary" component="div" sx={{ flex: 1 }}>
        <ServerTime time={at} />
      </Typography>
      <ModerationButton target={{ kind: "rating_answer", words: { id, text, state } }} />
      <ReportWordsButton type="rating_answer" id={id} authorId={mentorId} nickname={mentor} words={text} />
    </Box>
    <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{text}</Typography>
    {state === "hidden" ? <HiddenNote noun="답변" reason={hiddenReason} /> : null}
  </Box>
);

interface RatingItemProps {
  rating: Rating;
  mentor: string;
  mentorId: string;
  /** The mentor who may answer. */
  answererId?: string | undefined;
  /** For its author. */
  actions?: ReactNode;
}

/** One rating with its answer and what the viewer may do with it. */
export const RatingItem = ({ rating, mentor, mentorId, answererId, actions }: RatingItemProps) => {
  const [isAnswering, setIsAnswering] = useState(false);
  const { id, user, userId, score, text, answer, createdAt, updatedAt, isMine, state, hiddenReason } = rating;
  const isHidden = state === "hidden";
  const words = text ?? "";
  return (
    <Box component="li" sx={{ py: 2, "& + &": { borderTop: "1px solid", borderColor: "divider" } }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <ProfileAvatar id={userId} nickname={user.nickname} image={user.profileImageUrl} size="2rem" />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="p">
            {user.nickname}
            {isMine ? " (나)" : ""}
          </Typography>
          <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1 }}>
            <MuiRating
              readOnly
              size="small"
              value={score}
              sx={starsSx}
              getLabelText={() => `별점 ${score}점`}
            />
            <Typography variant="body2" color="textSecondary" component="div">
              <ServerTime time={createdAt} />
              {updatedAt > createdAt ? " · 수정됨" : ""}
            </Typography>
          </Box>
        </Box>
        <ModerationButton
          target={{ kind: "rating", words: { id, text: words || `별점 ${score}점`, state } }}
        />
        {isHidden ? null : (
          <ReportWordsButton type="rating" id={id} authorId={userId} nickname={user.nickname} words={words} />
        )}
      </Box>
      {text === null ? null : (
        <Typography sx={{ mt: 1, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{text}</Typography>
      )}
      <RatingPictures rating={rating} />
      {isHidden ? <HiddenNote noun="후기" reason={hiddenReason} isCounted={false} /> : null}
      {answer && !isAnswering ? (
        <Answer rating={rating} answer={answer} mentor={mentor} mentorId={mentorId} />
      ) : null}
      {answererId !== undefined && isAnswering ? (
        <AnswerForm rating={rating} userId={answererId} onClose={() => setIsAnswering(false)} />
      ) : null}
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mt: 0.5 }}>
        <Helpful rating={rating} canVote={!isMine && !isHidden && answererId === undefined} />
        {isHidden ? null : actions}
        {answererId !== undefined && !isAnswering && !isHidden && answer?.state !== "hidden" ? (
          <Button size="small" onClick={() => setIsAnswering(true)}>
            {answer ? "답변 고치기" : "답변하기"}
          </Button>
        ) : null}
      </Box>
    </Box>
  );
};
