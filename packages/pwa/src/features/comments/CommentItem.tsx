import { commentEditMinutes, type CommentAnswer } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { ServerTime } from "@knowhow/ui/client/ServerTime.tsx";
import { HiddenNote } from "@knowhow/ui/features/moderation/HiddenNote.tsx";
import { ModerationButton } from "@knowhow/ui/features/moderation/ModerationButton.tsx";
import { UnkeptNote } from "@knowhow/ui/device/outbox/UnkeptNote.tsx";
import { commentAnchor } from "@knowhow/ui/features/reports/commentAnchor.ts";
import { useMinutesLeft } from "../../components/useMinutesLeft.ts";
import { CommentEdit } from "./CommentEdit.tsx";
import type { CommentDraft } from "./useComments.ts";

interface FrameProps {
  /** The id that links to the comment name. */
  id?: string;
  nickname: string;
  isMentor?: boolean;
  aside: ReactNode;
  text: ReactNode;
  isFaint?: boolean;
  /** Beside the name, at the right. */
  children?: ReactNode;
  below?: ReactNode;
}

const Frame = ({
  id,
  nickname,
  isMentor = false,
  aside,
  text,
  isFaint = false,
  children,
  below,
}: FrameProps) => (
  <Box
    component="li"
    id={id}
    sx={{
      py: 2,
      scrollMarginTop: "96px",
      "&:target": { bgcolor: "action.hover" },
      "& + &": { borderTop: "1px solid", borderColor: "divider" },
    }}
  >
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "baseline", columnGap: 1, minHeight: 28 }}>
      <Typography variant="subtitle2" component="p">
        {nickname}
      </Typography>
      {isMentor ? <Chip label="멘토" size="small" color="primary" variant="outlined" /> : null}
      <Typography variant="body2" color="textSecondary" component="div" sx={{ flex: 1 }}>
        {aside}
      </Typography>
      {children}
    </Box>
    <Typography
      component="div"
      sx={{ whiteSpace: "pre-wrap", ...(isFaint ? { color: "text.secondary" } : {}) }}
    >
      {text}
    </Typography>
    {below}
  </Box>
);

const EditButton = ({
  comment,
  noun,
  onEdit,
}: {
  comment: CommentAnswer;
  noun: string;
  onEdit: () => void;
}) => {
  const minutes = useMinutesLeft(comment.createdAt, commentEditMinutes);
  return minutes === 0 ? null : (
    <Button
      size="small"
      color="inherit"
      onClick={onEdit}
      aria-label={`내 ${noun} 수정 (${minutes}분 남음): ${comment.comment.slice(0, 20)}`}
      sx={{ color: "text.secondary" }}
    >
      수정 · {minutes}분 남음
    </Button>
  );
};

export type Noun = "댓글" | "답글";

export interface CommentItemProps {
  contentId: string;
  comment: CommentAnswer;
  noun: Noun;
  /** Id of its author, where that is the viewer. */
  authorId: string | undefined;
  onRemove: (comment: CommentAnswer, noun: Noun) => void;
  /** For every other signed-in user. */
  onReport: ((comment: CommentAnswer, noun: Noun) => void) | undefined;
  /** Below its text. */
  children?: ReactNode;
}

/** One comment, or an answer to it, with its actions. */
export const CommentItem = ({
  contentId,
  comment,
  noun,
  authorId,
  onRemove,
  onReport,
  children,
}: CommentItemProps) => {
  const [isEditing, setIsEditing] = useState(false);
  const isHidden = comment.state === "hidden";
  const start = comment.comment.slice(0, 20);
  return (
    <Frame
      id={commentAnchor(comment.id)}
      nickname={comment.user.nickname}
      isMentor={comment.isMentor}
      aside={
        <>
          <ServerTime time={comment.createdAt} />
          {comment.editedAt ? " · 수정됨" : null}
        </>
      }
      text={
        isEditing && authorId !== undefined ? (
          <CommentEdit
            contentId={contentId}
            comment={comment}
            noun={noun}
            userId={authorId}
            onClose={() => setIsEditing(false)}
          />
        ) : (
          comment.comment
        )
      }
      isFaint={isHidden}
      below={
        <>
          {isHidden ? <HiddenNote noun={noun} reason={comment.hiddenReason} /> : null}
          {children}
        </>
      }
    >
      <ModerationButton target={{ kind: "comment", comment }} />
      {onReport ? (
        <Button
          size="small"
          color="inherit"
          onClick={() => onReport(comment, noun)}
          aria-label={`${noun} 신고: ${start}`}
          sx={{ color: "text.secondary" }}
        >
          신고
        </Button>
      ) : null}
      {authorId === undefined || isHidden || isEditing ? null : (
        <EditButton comment={comment} noun={noun} onEdit={() => setIsEditing(true)} />
      )}
      {authorId === undefined ? null : (
        <Button
          size="small"
          color="error"
          onClick={() => onRemove(comment, noun)}
          aria-label={`내 ${noun} 삭제: ${start}`}
        >
          삭제
        </Button>
      )}
    </Frame>
  );
};

interface DraftItemProps {
  draft: CommentDraft;
  nickname: string;
  /** Where to sign in, without a session. */
  loginTo: string | undefined;
  onRetry: () => void;
  onDiscard: () => void;
}

const asides: Record<CommentDraft["state"], string> = {
  waiting: "등록 예정 · 연결되면 등록돼요",
  sending: "등록하는 중...",
  failed: "등록하지 못함",
};

/** A comment that is being sent; after a failure the reason, with retry and discard. */
export const DraftItem = ({ draft, nickname, loginTo, onRetry, onDiscard }: DraftItemProps) => (
  <Frame
    nickname={nickname}
    isFaint
    text={draft.text}
    aside={asides[draft.state]}
    below={
      <>
        {draft.isUnkept && draft.state !== "sending" ? <UnkeptNote /> : null}
        {draft.failure === undefined ? null : (
          <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mt: 0.5 }}>
            <Typography variant="body2" role="alert" color="error" sx={{ flex: "1 1 14rem" }}>
              등록하지 못했습니다. {draft.failure}
            </Typography>
            {loginTo === undefined ? (
              <Button size="small" variant="outlined" onClick={onRetry}>
                다시 시도
              </Button>
            ) : (
              <Button size="small" variant="outlined" component={Link} to={loginTo}>
                로그인
              </Button>
            )}
            <Button size="small" color="inherit" onClick={onDiscard}>
              지우기
            </Button>
          </Box>
        )}
      </>
    }
  />
);
