import RateReviewOutlined from "@mui/icons-material/RateReviewOutlined";
import type { Content, Rating, RatingPage } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { useMe } from "@knowhow/ui/client/session.ts";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { RatingForm } from "./RatingForm.tsx";
import { RatingItem } from "./RatingItem.tsx";
import { RatingSummary } from "./RatingSummary.tsx";
import { useOwnRating, useRatings } from "./useRatings.ts";

const obstacles: Record<NonNullable<RatingPage["obstacle"]>, string> = {
  OWN_CONTENT: "후기는 구매하고 열어 본 분들이 남겨요. 후기마다 답변을 하나씩 남길 수 있어요.",
  PURCHASE_REQUIRED: "구매하고 열어 본 분만 후기를 남길 수 있어요.",
  NOT_OPENED: "구매한 콘텐츠를 한 번 열어 보면 후기를 남길 수 있어요.",
};

const Waiting = () => (
  <Box aria-hidden sx={{ display: "grid", gap: 2 }}>
    <Skeleton variant="rounded" height={150} sx={{ borderRadius: "12px" }} />
    {[70, 85].map((width) => (
      <Box key={width}>
        <Skeleton width={160} />
        <Skeleton width={`${width}%`} />
      </Box>
    ))}
  </Box>
);

const listSx = { m: 0, p: 0, listStyle: "none" };

/** The viewer's own rating, with the ways to change and to delete it. */
const OwnRating = ({ rating, content }: { rating: Rating; content: Content }) => {
  const [isChanging, setIsChanging] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const toast = useToast();
  const { remove } = useOwnRating(content.id, () => toast({ title: "후기를 삭제했습니다" }));
  const handleRemove = () =>
    remove.mutate(
      { params: { id: rating.id } },
      {
        onError: (error) =>
          toast({ title: "후기 삭제 실패", description: messageOf(error), variant: "destructive" }),
        onSettled: () => setIsAsked(false),
      },
    );
  if (isChanging)
    return (
      <RatingForm
        contentId={content.id}
        userId={rating.userId}
        rating={rating}
        onClose={() => setIsChanging(false)}
      />
    );
  return (
    <>
      <Box
        component="ul"
        aria-label="내 후기"
        sx={{ ...listSx, px: 2, borderRadius: "12px", border: "1px solid", borderColor: "primary.main" }}
      >
        <RatingItem
          rating={rating}
          mentor={content.mentorNickname}
          mentorId={content.sellerId}
          actions={
            <>
              <Button size="small" onClick={() => setIsChanging(true)}>
                내 후기 고치기
              </Button>
              <Button size="small" color="error" onClick={() => setIsAsked(true)}>
                내 후기 삭제
              </Button>
            </>
          }
        />
      </Box>
      <ConfirmDialog
        isOpen={isAsked}
        title="후기를 삭제할까요?"
        description="별점과 후기, 사진, 멘토의 답변이 함께 삭제되며 되돌릴 수 없습니다."
        confirmLabel="삭제"
        pendingLabel="삭제하는 중..."
        isDestructive
        isPending={remove.isPending}
        onConfirm={handleRemove}
        onCancel={() => setIsAsked(false)}
      />
    </>
  );
};

const Ratings = ({ content }: { content: Content }) => {
  const { query, first, ratings } = useRatings(content.id);
  const { user } = useMe();
  const list = useRef<HTMLUListElement>(null);
  if (!first)
    return query.error ? (
      <ErrorState
        error={query.error}
        title="후기를 불러오지 못했습니다"
        onRetry={() => void query.refetch()}
        unconnected={{ title: "후기는 아직 이 기기에 없어요", description: "연결되면 저절로 보여요." }}
      />
    ) : (
      <Waiting />
    );
  const { summary, own, obstacle } = first;
  const isEmpty = summary.count === 0 && ratings.length === 0;
  const others = ratings.filter(({ id }) => id !== own?.id);
  return (
    <>
      {summary.count > 0 ? <RatingSummary summary={summary} /> : null}
      {own ? (
        <OwnRating rating={own} content={content} />
      ) : obstacle === null && user ? (
        <RatingForm contentId={content.id} userId={user.id} />
      ) : (
        <Alert severity="info" role="note" icon={<RateReviewOutlined fontSize="small" />}>
          {obstacles[obstacle ?? "PURCHASE_REQUIRED"]}
        </Alert>
      )}
      {isEmpty ? (
        <EmptyState
          icon={RateReviewOutlined}
          isCompact
          title="아직 후기가 없어요"
          description="첫 후기를 기다리고 있어요."
        />
      ) : null}
      {others.length > 0 ? (
        <Box component="ul" ref={list} aria-label="후기 목록" sx={listSx}>
          {others.map((rating) => (
            <RatingItem
              key={rating.id}
              rating={rating}
              mentor={content.mentorNickname}
              mentorId={content.sellerId}
              answererId={content.isOwner ? content.sellerId : undefined}
            />
          ))}
        </Box>
      ) : null}
      <LoadMore pages={query} label="후기 더 보기" list={list} />
    </>
  );
};

/** Ratings of a content: what they come to, the own one, and those of others. */
export const RatingSection = ({ content }: { content: Content }) => (
  <Box
    component="section"
    id="ratings"
    aria-labelledby="ratings-title"
    sx={{ display: "grid", gap: 2, minWidth: 0, scrollMarginTop: "96px" }}
  >
    <Typography variant="h2" id="ratings-title">
      평점·후기
    </Typography>
    <Ratings content={content} />
  </Box>
);
