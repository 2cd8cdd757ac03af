import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import Link from "@mui/material/Link";
import { useRef } from "react";
import { Link as RouterLink } from "react-router-dom";
import { client } from "@knowhow/ui/client/client.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { Section, SectionError } from "../../components/Section.tsx";
import { AnswerableItem } from "../questions/QuestionItem.tsx";

/** Questions about all of a seller's contents that wait for an answer, the oldest first, answered in their place. */
export const QuestionsSection = () => {
  const pages = usePagedEndpoint(client.questions.listWaiting, {});
  const list = useRef<HTMLUListElement>(null);
  const { user } = useMe();
  const { items, error, refetch } = pages;
  return (
    <Section anchor="questions" title="답변을 기다리는 문의">
      {items && user ? (
        items.length === 0 ? (
          <Typography color="textSecondary">답변을 기다리는 문의가 없어요.</Typography>
        ) : (
          <>
            <Box
              component="ul"
              ref={list}
              aria-label="답변을 기다리는 문의"
              sx={{ m: 0, p: 0, listStyle: "none" }}
            >
              {items.map((question) => (
                <Box
                  component="li"
                  key={question.id}
                  sx={{ py: 2, "& + &": { borderTop: "1px solid", borderColor: "divider" } }}
                >
                  <Link
                    component={RouterLink}
                    to={`/content/${question.contentId}#questions`}
                    variant="body2"
                    sx={{ display: "inline-block", minHeight: 24, overflowWrap: "anywhere" }}
                  >
                    {question.contentTitle}
                  </Link>
                  <AnswerableItem
                    contentId={question.contentId}
                    question={question}
                    mentor={{ id: user.id, nickname: user.nickname }}
                  />
                </Box>
              ))}
            </Box>
            <LoadMore pages={pages} label="문의 더 보기" list={list} />
          </>
        )
      ) : error ? (
        <SectionError
          error={error}
          title="문의를 불러오지 못했습니다"
          offline="문의는 연결되어 있을 때 볼 수 있어요."
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton variant="rounded" height={72} />
      )}
    </Section>
  );
};
