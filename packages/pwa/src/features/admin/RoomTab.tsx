import ForumOutlined from "@mui/icons-material/ForumOutlined";
import { pollIntervals, type InquiryRoom } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { UnreadBadge } from "@knowhow/ui/features/chats/UnreadBadge.tsx";
import { client } from "@knowhow/ui/client/client.ts";
import { ServerTime } from "@knowhow/ui/client/ServerTime.tsx";
import { AdminList } from "@knowhow/ui/features/admin/AdminList.tsx";
import { usePolledPages } from "@knowhow/ui/features/admin/usePolledPages.ts";

/** Which conversations a tab lists: those about penalties, or all others. */
export type RoomTabKind = "results" | "penalties";

/** The label of a conversation by its type. */
const typeLabel = ({ type }: Pick<InquiryRoom, "type">): string => {
  if (type === "penalty_notice") return "제재 안내";
  if (type === "refund_notice") return "환불 안내";
  if (type === "account_notice") return "계정 안내";
  return type === "general" ? "일반 문의" : "신고 결과";
};

const useRooms = (kind: RoomTabKind) => {
  const input = kind === "penalties" ? { query: { type: "penalty_notice" as const } } : { query: {} };
  const pages = usePolledPages(client.inquiries.list, input, pollIntervals.adminReports);
  const rooms = pages.data?.pages
    .flatMap(({ data }): InquiryRoom[] => data.chatRooms)
    .filter(({ type }) => kind === "penalties" || type !== "penalty_notice");
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  // The tab of two types reads all three: a page may have none of its own.
  const isShort = rooms?.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
  return { pages, rooms };
};

/** One conversation with its type and state, and a link to it. */
const RoomCard = ({ room }: { room: InquiryRoom }) => (
  <Card sx={{ p: 2, display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1.5 }}>
    <Box sx={{ flex: "1 1 16rem", minWidth: 0, display: "grid", gap: 0.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 0.75, position: "relative" }}>
        <Typography variant="subtitle1" component="h2">
          {room.userNickname}
        </Typography>
        <Chip size="small" variant="outlined" label={typeLabel(room)} />
        <Chip
          size="small"
          variant="outlined"
          color={room.status === "active" ? "success" : "default"}
          label={room.status === "active" ? "진행 중" : "종료"}
        />
        <UnreadBadge count={room.unreadCount} />
      </Box>
      {room.subject ? (
        <Typography variant="body2" color="textSecondary" noWrap>
          {room.subject}
        </Typography>
      ) : null}
      <Typography noWrap>{room.lastMessage?.message ?? "아직 나눈 대화가 없어요"}</Typography>
      <Typography variant="body2" color="textSecondary">
        <ServerTime time={room.lastMessageAt ?? room.createdAt} />
      </Typography>
    </Box>
    <Button
      component={Link}
      to={`/admin-chat/${room.id}`}
      variant="outlined"
      aria-label={`${room.userNickname}님과의 대화 참여`}
    >
      참여
    </Button>
  </Card>
);

/** The conversations of one tab of the dashboard. */
export const RoomTab = ({ kind }: { kind: RoomTabKind }) => {
  const { pages, rooms } = useRooms(kind);
  return (
    <AdminList
      label="채팅 목록"
      items={rooms}
      pages={pages}
      keyOf={({ id }) => id}
      renderItem={(room) => <RoomCard room={room} />}
      empty={{
        icon: ForumOutlined,
        title: "아직 채팅방이 없어요",
        description:
          kind === "penalties"
            ? "제재를 적용하면 당사자와의 채팅방이 열려요."
            : "문의가 오거나 신고를 처리하면 채팅방이 열려요.",
      }}
    />
  );
};
