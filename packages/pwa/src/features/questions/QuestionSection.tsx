import HelpOutlineRounded from "@mui/icons-material/HelpOutlineRounded";
import type { Content } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { loginPath } from "@knowhow/ui/client/loginPath.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { useNearViewport } from "@knowhow/ui/components/useNearViewport.ts";
import { QuestionForm } from "./QuestionForm.tsx";
import { AnswerableItem, OwnItem, QuestionItem, type QuestionMentor } from "./QuestionItem.tsx";
import { useQuestions, useSeenAnswers } from "./useQuestions.ts";

const Waiting = () => (
  <Box role="status" aria-label="문의를 불러오는 중">
    {[60, 80].map((width) => (
      <Box key={width} sx={{ py: 2 }}>
        <Skeleton width={140} />
        <Skeleton width={`${width}%`} />
      </Box>
    ))}
  </Box>
);

/** Brings the questions into view where the address names them, again once they are read. */
const useLinkedQuestions = (areRead: boolean): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === "#questions") document.getElementById("questions")?.scrollIntoView();
  }, [hash, key, areRead]);
};

interface ListProps {
  contentId: string;
  mentor: QuestionMentor;
  /** The viewer is the mentor. */
  isOwner: boolean;
  isNear: boolean;
}

const QuestionList = ({ contentId, mentor, isOwner, isNear }: ListProps) => {
  const pages = useQuestions(contentId, isNear);
  const list = useRef<HTMLUListElement>(null);
  const { items, error, refetch } = pages;
  useLinkedQuestions(items !== undefined);
  useSeenAnswers(items);
  if (items?.length === 0)
    return (
      <EmptyState
        icon={HelpOutlineRounded}
        isCompact
        title="아직 문의가 없어요"
        description={
          !isOwner
            ? "궁금한 점이 있으면 멘토에게 먼저 물어보세요."
            : "구매하기 전에 궁금한 분들이 여기에 물어봐요."
        }
      />
    );
  if (items)
    return (
      <>
        <Box component="ul" ref={list} aria-label="문의 목록" sx={{ m: 0, p: 0, listStyle: "none" }}>
          {items.map((question) => (
            <Box
              component="li"
              key={question.id}
              sx={{ py: 2, "& + &": { borderTop: "1px solid", borderColor: "divider" } }}
            >
              {isOwner ? (
                <AnswerableItem contentId={contentId} question={question} mentor={mentor} />
              ) : question.isMine ? (
                <OwnItem contentId={contentId} question={question} mentor={mentor} />
              ) : (
                <QuestionItem question={question} mentor={mentor} />
              )}
            </Box>
          ))}
        </Box>
        <LoadMore pages={pages} label="문의 더 보기" list={list} />
      </>
    );
  return error ? (
    <ErrorState
      error={error}
      title="문의를 불러오지 못했습니다"
      onRetry={() => void refetch()}
      unconnected={{ title: "문의는 연결되어 있을 때 볼 수 있어요", description: "연결되면 저절로 보여요." }}
    />
  ) : (
    <Waiting />
  );
};

const LoginNote = () => {
  const { pathname, search } = useLocation();
  return (
    <Alert
      severity="info"
      role="note"
      icon={<HelpOutlineRounded fontSize="small" />}
      action={
        <Button component={Link} to={loginPath(`${pathname}${search}#questions`)} size="small">
          로그인
        </Button>
      }
    >
      로그인하면 구매하기 전에 멘토에게 물어볼 수 있어요.
    </Alert>
  );
};

interface QuestionSectionProps {
  content: Pick<Content, "id" | "isOwner" | "sellerId" | "mentorNickname">;
}

/** Questions before buying: the form for members, the mentor's answers, the list for all. */
export const QuestionSection = ({ content }: QuestionSectionProps) => {
  const { id, isOwner, sellerId, mentorNickname } = content;
  const { user, isPending } = useMe();
  const { ref, isNear } = useNearViewport();
  return (
    <Box
      component="section"
      ref={ref}
      id="questions"
      aria-labelledby="questions-title"
      sx={{ display: "grid", gap: 2, minWidth: 0, scrollMarginTop: "96px" }}
    >
      <Typography variant="h2" id="questions-title">
        구매 전 문의
      </Typography>
      {isOwner || user?.isBanned ? null : user ? (
        <QuestionForm contentId={id} userId={user.id} />
      ) : isPending ? null : (
        <LoginNote />
      )}
      <QuestionList
        contentId={id}
        mentor={{ id: sellerId, nickname: mentorNickname }}
        isOwner={isOwner}
        isNear={isNear}
      />
    </Box>
  );
};
