import ForumOutlined from "@mui/icons-material/ForumOutlined";
import { pageSize, type OutputOf, type Report, type api } from "@knowhow/shared";
import { useInfiniteQuery } from "@tanstack/react-query";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { client } from "../../client/client.ts";
import { messageOf } from "../../components/failure.ts";
import { keyOf } from "../../client/queries.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../client/ErrorState.tsx";
import { formatDateTime } from "../../components/format.ts";
import { DialogShell } from "../../components/DialogShell.tsx";

type Message = OutputOf<(typeof api)["reports"]["messages"]>["messages"][number];

/** The talk of a report, or that of a purchase. */
type TalkOf = { reportId: string } | { chatRoomId: string };

const useTalkPages = (of: TalkOf) => {
  const limit = pageSize.messages;
  const query = useInfiniteQuery({
    queryKey: [...keyOf(client.reports.messages, { query: of }), "pages"],
    initialPageParam: undefined as string | undefined, // the type of the ids that follow
    queryFn: ({ pageParam, signal }) =>
      client.reports.messages(
        { query: { ...of, limit, ...(pageParam === undefined ? {} : { before: pageParam }) } },
        { signal },
      ),
    // Pages go back in time; one that is not full holds the beginning of the talk.
    getNextPageParam: ({ messages }) => (messages.length < limit ? undefined : messages[0]?.id),
    refetchOnMount: "always",
  });
  return { ...query, messages: query.data?.pages.toReversed().flatMap((page): Message[] => page.messages) };
};

/** A person's role in a talk, by their id. */
type Parts = Readonly<Record<string, string>>;

/** The roles of reporter and reported person in the talk of a report. */
export const partsOf = ({ reporter, reportedUser }: Report): Parts => ({
  [reportedUser.id]: "피신고자",
  [reporter.id]: "신고자",
});

/** Messages, oldest first, with author and time. */
export const TalkLines = ({ messages, parts }: { messages: readonly Message[]; parts: Parts }) => (
  <Box component="ul" aria-label="메시지" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 1.5 }}>
    {messages.map((message) => {
      const part = message.senderId === null ? undefined : parts[message.senderId];
      return (
        <Box component="li" key={message.id} sx={{ minWidth: 0 }}>
          <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1 }}>
            <Typography variant="subtitle2" component="span">
              {message.sender.nickname}
            </Typography>
            {part === undefined ? null : (
              <Chip
                size="small"
                variant="outlined"
                color={part === "피신고자" ? "error" : "default"}
                label={part}
              />
            )}
            <Typography variant="body2" component="span" color="textSecondary">
              <time dateTime={message.createdAt}>{formatDateTime(message.createdAt)}</time>
            </Typography>
          </Box>
          <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{message.message}</Typography>
        </Box>
      );
    })}
  </Box>
);

/** The talk of a room, read from the server, which logs the access. */
export const TalkPages = ({ of, parts }: { of: TalkOf; parts: Parts }) => {
  const talk = useTalkPages(of);
  const { messages, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = talk;
  if (messages === undefined)
    return error ? (
      <ErrorState error={error} title="대화를 불러오지 못했습니다" onRetry={() => void refetch()} />
    ) : (
      <Box role="status" aria-label="대화를 불러오는 중">
        {[60, 85, 40].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={48} />
        ))}
      </Box>
    );
  if (messages.length === 0)
    return <EmptyState icon={ForumOutlined} isCompact title="주고받은 메시지가 없어요" />;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {hasNextPage ? (
        <Box sx={{ display: "grid", justifyItems: "center", gap: 1 }}>
          {talk.isFetchNextPageError ? <Alert severity="error">{messageOf(error)}</Alert> : null}
          <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            이전 메시지 보기
          </Button>
        </Box>
      ) : null}
      <TalkLines messages={messages} parts={parts} />
    </Box>
  );
};

/** The talk of the room that a report is about. */
export const Talk = ({ report }: { report: Report }) => (
  <TalkPages of={{ reportId: report.id }} parts={partsOf(report)} />
);

interface ReportTalkDialogProps {
  report: Report;
  isOpen: boolean;
  onClose: () => void;
}

/** The talk that a report is about. The server logs the access. */
export const ReportTalkDialog = ({ report, isOpen, onClose }: ReportTalkDialogProps) => (
  <DialogShell isOpen={isOpen} onClose={onClose} title="신고된 대화">
    <Box sx={{ display: "grid", gap: 2 }}>
      <Alert severity="info" role="note">
        사적인 대화예요. 열어본 기록이 남습니다.
      </Alert>
      <Talk report={report} />
      {report.chatRoomId === null ? null : (
        <Button component={Link} to={`/admin-chat/${report.chatRoomId}`} variant="outlined">
          채팅방 참여
        </Button>
      )}
    </Box>
  </DialogShell>
);
