import type { Comment } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { ServerTime } from "@knowhow/ui/client/ServerTime.tsx";
import { ModerationButton } from "@knowhow/ui/features/moderation/ModerationButton.tsx";
import { UnkeptNote } from "@knowhow/ui/device/outbox/UnkeptNote.tsx";
import { commentAnchor } from "@knowhow/ui/features/reports/commentAnchor.ts";
import type { CommentDraft } from "./useComments.ts";

interface FrameProps {
  /** The id that links to the comment name. */
  id?: string;
  nickname: string;
  aside: ReactNode;
  text: string;
  isFaint?: boolean;
  /** Beside the name, at the right. */
  children?: ReactNode;
  below?: ReactNode;
}

const Frame = ({ id, nickname, aside, text, isFaint = false, children, below }: FrameProps) => (
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
    <Box sx={{ display: "flex", alignItems: "baseline", gap: 1, minHeight: 28 }}>
      <Typography variant="subtitle2" component="p">
        {nickname}
      </Typography>
      <Typography variant="body2" color="textSecondary" component="div" sx={{ flex: 1 }}>
        {aside}
      </Typography>
      {children}
    </Box>
    <Typography sx={{ whiteSpace: "pre-wrap", ...(isFaint ? { color: "text.secondary" } : {}) }}>
      {text}
    </Typography>
    {below}
  </Box>
);

const HiddenNote = ({ reason }: { reason: string | null }) => (
  <Alert severity="warning" role="note" sx={{ mt: 1 }}>
    관리자가 숨긴 댓글이에요. 작성자와 관리자에게만 보여요.
    {reason ? <Box sx={{ overflowWrap: "anywhere" }}>사유: {reason}</Box> : null}
  </Alert>
);

interface CommentItemProps {
  comment: Comment;
  /** For its author only. */
  onRemove: (() => void) | undefined;
  /** For every other signed-in user. */
  onReport: (() => void) | undefined;
}

/** One comment with its actions. */
export const CommentItem = ({ comment, onRemove, onReport }: CommentItemProps) => (
  <Frame
    id={commentAnchor(comment.id)}
    nickname={comment.user.nickname}
    aside={<ServerTime time={comment.createdAt} />}
    text={comment.comment}
    isFaint={comment.state === "hidden"}
    below={comment.state === "hidden" ? <HiddenNote reason={comment.hiddenReason} /> : null}
  >
    <ModerationButton target={{ kind: "comment", comment }} />
    {onReport ? (
      <Button
        size="small"
        color="inherit"
        onClick={onReport}
        aria-label={`댓글 신고: ${comment.comment.slice(0, 20)}`}
        sx={{ color: "text.secondary" }}
      >
        신고
      </Button>
    ) : null}
    {onRemove ? (
      <Button
        size="small"
        color="error"
        onClick={onRemove}
        aria-label={`내 댓글 삭제: ${comment.comment.slice(0, 20)}`}
      >
        삭제
      </Button>
    ) : null}
  </Frame>
);

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
