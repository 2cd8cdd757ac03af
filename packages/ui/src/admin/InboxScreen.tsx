import ArrowBackRounded from "@mui/icons-material/ArrowBackRounded";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import MarkEmailReadOutlined from "@mui/icons-material/MarkEmailReadOutlined";
import type { CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import { useRef, type ReactNode } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { RoomFrame } from "../chats/RoomFrame.tsx";
import { TalkListSkeleton } from "../chats/TalkList.tsx";
import { EmptyState } from "../components/EmptyState.tsx";
import { ErrorState } from "../components/ErrorState.tsx";
import { LoadMore } from "../components/LoadMore.tsx";
import { PageTitle, useDocumentTitle } from "../components/PageTitle.tsx";
import { useIsDesk } from "../components/useIsDesk.ts";
import { AdminOnly } from "./AdminOnly.tsx";
import { InboxList } from "./InboxList.tsx";
import { InboxTalk } from "./InboxTalk.tsx";
import { WebKeys } from "./triage/StaffKeys.tsx";
import { useKeys } from "./triage/useKeys.ts";
import { useInbox } from "./useInbox.ts";

const title = "관리자 채팅";
const listPath = "/admin-chats";
const pathOf = (roomId: string) => `${listPath}?room=${encodeURIComponent(roomId)}`;

const ListSkeleton = () => <TalkListSkeleton label="문의 목록을 불러오는 중" />;

const Conversations = ({
  inbox,
  selectedId,
}: {
  inbox: ReturnType<typeof useInbox>;
  selectedId: string | undefined;
}) => {
  const list = useRef<HTMLUListElement>(null);
  const { rooms, ...pages } = inbox;
  if (rooms === undefined)
    return pages.error ? (
      <ErrorState
        error={pages.error}
        component="h2"
        title="문의 목록을 불러오지 못했습니다"
        onRetry={() => void pages.refetch()}
      />
    ) : (
      <ListSkeleton />
    );
  if (rooms.length === 0)
    return (
      <EmptyState
        icon={MarkEmailReadOutlined}
        isCompact
        title="아직 문의가 없어요"
        description="사용자가 문의하면 여기에 나타나요."
      />
    );
  return (
    <>
      <InboxList rooms={rooms} selectedId={selectedId} pathOf={pathOf} listRef={list} />
      <Box sx={{ pb: pages.hasNextPage ? 2 : 0 }}>
        <LoadMore pages={pages} label="대화 더 보기" list={list} />
      </Box>
    </>
  );
};

const Ways = () => (
  <Box sx={{ display: "flex", justifyContent: "space-between" }}>
    <Button component={Link} to="/profile" startIcon={<ArrowBackRounded />} color="inherit" sx={{ ml: -1 }}>
      내 정보로
    </Button>
    <WebKeys />
  </Box>
);

const Page = ({ back, children }: { back: ReactNode; children: ReactNode }) => (
  <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
    <Box>
      {back}
      <PageTitle title={title} description="사용자 문의에 답해요." />
    </Box>
    {children}
  </Box>
);

const Nothing = () => (
  <Box sx={{ flex: 1, display: "grid", placeItems: "center" }}>
    <EmptyState
      icon={ForumOutlined}
      isCompact
      component="h2"
      title="대화할 사용자를 선택해주세요"
      description="왼쪽 목록에서 문의를 고르면 대화가 열려요."
    />
  </Box>
);

const Inbox = ({ user, back }: { user: CurrentUser; back: ReactNode }) => {
  const isDesk = useIsDesk();
  const inbox = useInbox();
  const selectedId = useSearchParams()[0].get("room") ?? undefined;
  const room = inbox.rooms?.find(({ id }) => id === selectedId);
  const navigate = useNavigate();
  const go = (step: number) => {
    const rooms = inbox.rooms ?? [];
    const at = rooms.findIndex(({ id }) => id === selectedId);
    const next = rooms[at < 0 ? 0 : at + step];
    if (next) void navigate(pathOf(next.id), { replace: selectedId !== undefined });
  };
  useKeys({
    next: () => go(1),
    previous: () => go(-1),
    notes: () => document.querySelector<HTMLElement>('textarea[aria-label="메시지"]')?.focus(),
    leave: () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  });
  const talk =
    selectedId === undefined ? null : (
      <InboxTalk
        key={selectedId}
        roomId={selectedId}
        room={room}
        user={user}
        heading={isDesk ? "h2" : "h1"}
        {...(isDesk ? {} : { backTo: listPath })}
      />
    );
  if (!isDesk)
    return talk ? (
      <RoomFrame label="대화">{talk}</RoomFrame>
    ) : (
      <Page back={back}>
        <Card>
          <Conversations inbox={inbox} selectedId={selectedId} />
        </Card>
      </Page>
    );
  return (
    <Page back={back}>
      <Card
        sx={{
          display: "grid",
          gridTemplateColumns: "minmax(18rem, 1fr) minmax(0, 2fr)",
          height: "max(28rem, calc(100dvh - 15.5rem))",
        }}
      >
        <Box sx={{ minHeight: 0, overflowY: "auto", borderRight: "1px solid", borderColor: "divider" }}>
          <Conversations inbox={inbox} selectedId={selectedId} />
        </Box>
        <Box
          component="section"
          aria-label="대화"
          sx={{ minWidth: 0, minHeight: 0, display: "flex", flexDirection: "column" }}
        >
          {talk ?? <Nothing />}
        </Box>
      </Card>
    </Page>
  );
};

const Waiting = ({ back }: { back: ReactNode }) => (
  <Page back={back}>
    <Card>
      <ListSkeleton />
    </Card>
  </Page>
);

/** /admin-chats: what people wrote to the administrators, and where they are answered; `back` leads away from there. */
export const InboxScreen = ({ back = <Ways /> }: { back?: ReactNode }) => {
  useDocumentTitle(title);
  return (
    <AdminOnly skeleton={<Waiting back={back} />}>{(user) => <Inbox user={user} back={back} />}</AdminOnly>
  );
};
