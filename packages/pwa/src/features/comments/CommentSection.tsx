import ChatBubbleOutlineRounded from "@mui/icons-material/ChatBubbleOutlineRounded";
import type { Comment } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { loginPath } from "@knowhow/ui/client/loginPath.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { useDialogEntry } from "@knowhow/ui/components/useDialogEntry.ts";
import { ReportDialog } from "@knowhow/ui/features/reports/ReportDialog.tsx";
import { commentAnchor } from "@knowhow/ui/features/reports/commentAnchor.ts";
import { CommentBox } from "./CommentBox.tsx";
import { CommentItem, DraftItem } from "./CommentItem.tsx";
import { useCommentDrafts, useComments, useRemoveComment, type CommentDraft } from "./useComments.ts";

const Waiting = () => (
  <Box aria-hidden>
    {[70, 50, 85].map((width) => (
      <Box key={width} sx={{ py: 2 }}>
        <Skeleton width={140} />
        <Skeleton width={`${width}%`} />
      </Box>
    ))}
  </Box>
);

const listSx = { m: 0, p: 0, listStyle: "none" };

/** Scrolls to the comment that the address names, loading pages until it is there. */
const useLinkedComment = (
  { items, hasNextPage, isFetching, isError, fetchNextPage }: ReturnType<typeof useComments>,
  hash: string,
): void => {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (!items || shown.current === hash || !hash.startsWith(`#${commentAnchor("")}`)) return;
    const target = document.getElementById(hash.slice(1));
    if (target) {
      shown.current = hash;
      target.scrollIntoView({ block: "center" });
    } else if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [items, hash, hasNextPage, isFetching, isError, fetchNextPage]);
};

interface ListProps {
  contentId: string;
  drafts: readonly CommentDraft[];
  onRetry: (draft: CommentDraft) => void;
  onDiscard: (key: string) => void;
}

/** The list of comments, unsent ones first; scrolls where they are many. */
const CommentList = ({ contentId, drafts, onRetry, onDiscard }: ListProps) => {
  const pages = useComments(contentId);
  const remove = useRemoveComment(contentId);
  const { user, isPending } = useMe();
  const { pathname, search, hash } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  useLinkedComment(pages, hash);
  const [asked, setAsked] = useState<Comment | null>(null);
  const [reported, setReported] = useState<Comment | null>(null);
  const report = useDialogEntry("report-comment");
  const startReport = (comment: Comment) => {
    setReported(comment);
    report.open();
  };
  const { items, error } = pages;
  const onTheirWay = drafts.map((draft) => (
    <DraftItem
      key={draft.key}
      draft={draft}
      nickname={user?.nickname ?? "나"}
      loginTo={user || isPending ? undefined : loginPath(pathname + search)}
      onRetry={() => onRetry(draft)}
      onDiscard={() => onDiscard(draft.key)}
    />
  ));
  const unread = error ? (
    <ErrorState
      error={error}
      title="댓글을 불러오지 못했습니다"
      onRetry={() => void pages.refetch()}
      unconnected={{ title: "댓글은 아직 이 기기에 없어요", description: "연결되면 저절로 보여요." }}
    />
  ) : (
    <Waiting />
  );
  if (items === undefined && drafts.length === 0) return unread;
  if (items?.length === 0 && drafts.length === 0)
    return (
      <EmptyState
        icon={ChatBubbleOutlineRounded}
        isCompact
        title="아직 댓글이 없어요"
        description="첫 소감을 기다리고 있어요."
      />
    );
  // One list element before and after the comments are read: the focus stays in it.
  return (
    <Box
      role="region"
      aria-label="댓글 목록"
      tabIndex={0}
      sx={{ maxHeight: "36rem", overflowY: "auto", px: 2, mx: -2, overscrollBehaviorY: "auto" }}
    >
      <Box component="ul" ref={list} sx={listSx}>
        {onTheirWay}
        {items?.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            onRemove={comment.userId === user?.id ? () => setAsked(comment) : undefined}
            onReport={
              user && !user.isBanned && comment.userId !== user.id ? () => startReport(comment) : undefined
            }
          />
        ))}
      </Box>
      {items ? <LoadMore pages={pages} label="댓글 더 보기" list={list} /> : unread}
      {reported === null ? null : (
        <ReportDialog
          key={reported.id}
          isOpen={report.isOpen}
          onClose={report.close}
          target={{ kind: "comment", commentId: reported.id, label: `${reported.user.nickname}님의 댓글` }}
        />
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title="댓글을 삭제할까요?"
        description="삭제한 댓글은 되돌릴 수 없습니다."
        confirmLabel="삭제"
        pendingLabel="삭제하는 중..."
        isDestructive
        isPending={remove.isPending}
        onConfirm={() => asked && remove.mutate(asked, { onSettled: () => setAsked(null) })}
        onCancel={() => setAsked(null)}
      />
    </Box>
  );
};

interface CommentSectionProps {
  contentId: string;
  /** Only buyers write comments. */
  canComment: boolean;
  isOwner: boolean;
}

/** Comments of a content: the box for buyers, a note for everyone else, the list for all. */
export const CommentSection = ({ contentId, canComment, isOwner }: CommentSectionProps) => {
  const { user } = useMe();
  const { drafts, send, retry, discard } = useCommentDrafts(contentId, user?.id);
  return (
    <Box component="section" aria-labelledby="comments-title" sx={{ display: "grid", gap: 2, minWidth: 0 }}>
      <Typography variant="h2" id="comments-title">
        댓글
      </Typography>
      {canComment ? (
        <CommentBox contentId={contentId} userId={user?.id} onSend={send} />
      ) : (
        <Alert severity="info" role="note" icon={<ChatBubbleOutlineRounded fontSize="small" />}>
          {isOwner ? "댓글은 구매한 분들이 남길 수 있어요." : "댓글을 작성하려면 콘텐츠를 구매해야 해요."}
        </Alert>
      )}
      <CommentList contentId={contentId} drafts={drafts} onRetry={retry} onDiscard={discard} />
    </Box>
  );
};
