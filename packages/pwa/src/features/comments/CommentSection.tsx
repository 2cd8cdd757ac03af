import ChatBubbleOutlineRounded from "@mui/icons-material/ChatBubbleOutlineRounded";
import type { CommentAnswer } from "@knowhow/shared";
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
import { DraftItem, type CommentItemProps, type Noun } from "./CommentItem.tsx";
import { CommentThread } from "./CommentThread.tsx";
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

interface Subject {
  comment: CommentAnswer;
  noun: Noun;
}

interface ListProps {
  contentId: string;
  drafts: readonly CommentDraft[];
  onAnswer: ((text: string, commentId: string) => void) | undefined;
  onRetry: (draft: CommentDraft) => void;
  onDiscard: (key: string) => void;
}

/** The list of comments, unsent ones first; scrolls where they are many. */
const CommentList = ({ contentId, drafts, onAnswer, onRetry, onDiscard }: ListProps) => {
  const pages = useComments(contentId);
  const remove = useRemoveComment(contentId);
  const { user, isPending } = useMe();
  const { pathname, search, hash } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  useLinkedComment(pages, hash);
  // What was asked about stays in the words of a dialog that closes.
  const [asked, setAsked] = useState<Subject & { lost: number }>();
  const [isAsking, setIsAsking] = useState(false);
  const [reported, setReported] = useState<Subject>();
  const report = useDialogEntry("report-comment");
  const { items, error } = pages;
  const startRemoval: CommentItemProps["onRemove"] = (comment, noun) => {
    const lost = items?.find(({ id }) => id === comment.id)?.answers.length ?? 0;
    setAsked({ comment, noun, lost });
    setIsAsking(true);
  };
  const startReport: CommentItemProps["onReport"] = (comment, noun) => {
    setReported({ comment, noun });
    report.open();
  };
  const draftItem = (draft: CommentDraft) => (
    <DraftItem
      key={draft.key}
      draft={draft}
      nickname={user?.nickname ?? "나"}
      loginTo={user || isPending ? undefined : loginPath(pathname + search)}
      onRetry={() => onRetry(draft)}
      onDiscard={() => onDiscard(draft.key)}
    />
  );
  const isBelow = (draft: CommentDraft, id: string) => draft.answered === id;
  // An answer stands here as well while the comment that it answers is not shown.
  const waitingDrafts = drafts.filter((draft) => !items?.some(({ id }) => isBelow(draft, id))).map(draftItem);
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
        {waitingDrafts}
        {items?.map((comment) => (
          <CommentThread
            key={comment.id}
            contentId={contentId}
            comment={comment}
            userId={user?.id}
            onRemove={startRemoval}
            onReport={user && !user.isBanned ? startReport : undefined}
            onAnswer={onAnswer}
          >
            {drafts
              .filter((draft) => isBelow(draft, comment.id))
              .reverse()
              .map(draftItem)}
          </CommentThread>
        ))}
      </Box>
      {items ? <LoadMore pages={pages} label="댓글 더 보기" list={list} /> : unread}
      {reported === undefined ? null : (
        <ReportDialog
          key={reported.comment.id}
          isOpen={report.isOpen}
          onClose={report.close}
          target={{
            kind: "comment",
            commentId: reported.comment.id,
            label: `${reported.comment.user.nickname}님의 ${reported.noun}`,
          }}
        />
      )}
      {asked === undefined ? null : (
        <ConfirmDialog
          isOpen={isAsking}
          title={`${asked.noun}을 삭제할까요?`}
          description={
            asked.lost === 0
              ? `삭제한 ${asked.noun}은 되돌릴 수 없습니다.`
              : `이 댓글에 달린 답글 ${asked.lost}개도 함께 삭제됩니다. 삭제하면 되돌릴 수 없습니다.`
          }
          confirmLabel="삭제"
          pendingLabel="삭제하는 중..."
          isDestructive
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(asked.comment, { onSettled: () => setIsAsking(false) })}
          onCancel={() => setIsAsking(false)}
        />
      )}
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
        <CommentBox
          name={`comment:${contentId}`}
          noun="댓글"
          placeholder="콘텐츠를 이용한 소감을 남겨주세요."
          userId={user?.id}
          onSend={send}
        />
      ) : (
        <Alert severity="info" role="note" icon={<ChatBubbleOutlineRounded fontSize="small" />}>
          {isOwner
            ? "댓글은 구매한 분들이 남길 수 있어요. 남겨주신 댓글에는 답글로 답할 수 있어요."
            : "댓글을 작성하려면 콘텐츠를 구매해야 해요."}
        </Alert>
      )}
      <CommentList
        contentId={contentId}
        drafts={drafts}
        onAnswer={canComment || isOwner ? send : undefined}
        onRetry={retry}
        onDiscard={discard}
      />
    </Box>
  );
};
