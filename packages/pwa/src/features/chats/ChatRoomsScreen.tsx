import ForumOutlined from "@mui/icons-material/ForumOutlined";
import LockOutlined from "@mui/icons-material/LockOutlined";
import type { ChatRoom, CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import { useRef } from "react";
import { Link, Navigate } from "react-router-dom";
import { useMe } from "@knowhow/ui/client/session.ts";
import { EmptyState } from "@knowhow/ui/components/EmptyState.tsx";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { LoadMore } from "@knowhow/ui/components/LoadMore.tsx";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { InquiryWay } from "../inquiries/InquiryWay.tsx";
import type { Job } from "@knowhow/ui/device/jobs/job.ts";
import { useOutbox } from "@knowhow/ui/device/outbox/useOutbox.ts";
import { RoomRow } from "./RoomRow.tsx";
import { TalkList, TalkListSkeleton } from "@knowhow/ui/features/chats/TalkList.tsx";
import { useChatRooms } from "@knowhow/ui/features/chats/useChatRooms.ts";

const isMessage = (job: Job): job is Job<"message"> => job.kind === "message";

const Loading = () => (
  <Card>
    <TalkListSkeleton label="채팅 목록을 불러오는 중" />
  </Card>
);

const Nobody = () => (
  <EmptyState
    icon={LockOutlined}
    component="h2"
    title="로그인이 필요합니다"
    description="로그인하면 구매한 콘텐츠의 멘토와 나눈 대화를 볼 수 있어요."
    action={
      <Button component={Link} to="/auth/login?next=%2Fchat" variant="contained">
        로그인
      </Button>
    }
  />
);

const Empty = () => (
  <EmptyState
    icon={ForumOutlined}
    component="h2"
    title="아직 채팅방이 없어요"
    description="콘텐츠를 구매하면 멘토와 이야기할 수 있는 채팅방이 열려요."
    action={
      <Button component={Link} to="/market" variant="contained">
        마켓 둘러보기
      </Button>
    }
  />
);

/** The rooms with their messages that wait for the network, which are newer than those of the server. */
const withWaiting = (rooms: readonly ChatRoom[], jobs: readonly Job[]): readonly ChatRoom[] => {
  const last = new Map<string, Job<"message">>();
  for (const job of jobs) if (isMessage(job)) last.set(job.payload.roomId, job);
  const shown = rooms.map((room) => {
    const job = last.get(room.id);
    if (!job) return room;
    const state = job.status === "parked" ? "보내지 못함" : "보낼 예정";
    const createdAt = new Date(job.createdAt).toISOString();
    const message = `${state} · ${job.payload.text}`;
    return { ...room, lastMessageAt: createdAt, lastMessage: { senderId: null, message, createdAt } };
  });
  return shown.sort((one, other) => Number(last.has(other.id)) - Number(last.has(one.id)));
};

const Rooms = ({ user }: { user: CurrentUser }) => {
  const pages = useChatRooms();
  const { rows } = useOutbox(user.id);
  const list = useRef<HTMLUListElement>(null);
  if (pages.rooms === undefined)
    return pages.error ? (
      <ErrorState
        error={pages.error}
        component="h2"
        title="채팅 목록을 불러오지 못했습니다"
        onRetry={() => void pages.refetch()}
        unconnected={{
          title: "채팅 목록이 아직 이 기기에 없어요",
          description: "연결되면 볼 수 있어요. 한 번 본 목록은 연결이 없어도 볼 수 있어요.",
        }}
      />
    ) : (
      <Loading />
    );
  if (pages.rooms.length === 0) return <Empty />;
  return (
    <div>
      <Card>
        <TalkList label="채팅 목록" listRef={list}>
          {withWaiting(pages.rooms, rows).map((room) => (
            <li key={room.id}>
              <RoomRow room={room} meId={user.id} />
            </li>
          ))}
        </TalkList>
      </Card>
      <LoadMore pages={pages} label="채팅방 더 보기" list={list} />
    </div>
  );
};

/** /chat: the rooms that purchases opened, the one with the newest message first. */
export const ChatRoomsScreen = () => {
  const { user, isPending, error, refetch } = useMe();
  if (user?.isBanned) return <Navigate to="/penalty-notice" replace />;
  return (
    <Box sx={{ maxWidth: 760, mx: "auto", display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2.5 }}>
      <PageTitle title="채팅" description="구매와 판매로 열린 대화예요." />
      {user ? (
        <>
          <InquiryWay />
          <Rooms key={user.id} user={user} />
        </>
      ) : isPending ? (
        <Loading />
      ) : error ? (
        <ErrorState error={error} component="h2" onRetry={() => void refetch()} />
      ) : (
        <Nobody />
      )}
    </Box>
  );
};
