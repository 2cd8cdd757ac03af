import ArrowBackRounded from "@mui/icons-material/ArrowBackRounded";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import MarkEmailReadOutlined from "@mui/icons-material/MarkEmailReadOutlined";
import type { CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useRef, type ReactNode } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { RoomFrame } from "../chats/RoomFrame.tsx";
import { TalkListSkeleton } from "../chats/TalkList.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../client/ErrorState.tsx";
import { LoadMore } from "../../components/LoadMore.tsx";
import { PageTitle, useDocumentTitle } from "../../components/PageTitle.tsx";
import { useIsDesk } from "../../components/useIsDesk.ts";
import { AdminOnly } from "./AdminOnly.tsx";
import { InboxList } from "./InboxList.tsx";
import { InboxTalk } from "./InboxTalk.tsx";
import { WebKeys } from "./triage/StaffKeys.tsx";
import { useKeys } from "./triage/useKeys.ts";
import { useInbox } from "./useInbox.ts";

const title = "관리자 채팅";
const listPath = "/admin-chats";
/** In the address: only conversations that wait for an answer. */
const waitingTab = "waiting";

/** Which conversations are listed and which one is open, as the address has it. */
const usePlace = () => {
  const [search] = useSearchParams();
  const isWaiting = search.get("tab") === waitingTab;
  const address = (parts: Record<string, string>) => {
    const query = new URLSearchParams({ ...(isWaiting ? { tab: waitingTab } : {}), ...parts }).toString();
    return query === "" ? listPath : `${listPath}?${query}`;
  };
  return {
    isWaiting,
    selectedId: search.get("room") ?? undefined,
    listAt: address({}),
    pathOf: (room: string) => address({ room }),
  };
};
type Place = ReturnType<typeof usePlace>;

/** All conversations or the waiting ones; the open one stays open. */
const Filter = ({ isWaiting, onChange }: { isWaiting: boolean; onChange: (isWaiting: boolean) => void }) => (
  <ToggleButtonGroup
    exclusive
    fullWidth
    size="small"
    aria-label="문의 상태"
    value={isWaiting}
    onChange={(_, next: boolean | null) => {
      if (next !== null) onChange(next);
    }}
    sx={{ p: 1.5, borderBottom: "1px solid", borderColor: "divider" }}
  >
    <ToggleButton value={false}>모든 문의</ToggleButton>
    <ToggleButton value>답변 대기</ToggleButton>
  </ToggleButtonGroup>
);

const ListSkeleton = () => <TalkListSkeleton label="문의 목록을 불러오는 중" />;

const Conversations = ({
  inbox,
  place: { isWaiting, selectedId, pathOf },
}: {
  inbox: ReturnType<typeof useInbox>;
  place: Place;
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
        title={isWaiting ? "답변을 기다리는 문의가 없어요" : "아직 문의가 없어요"}
        description={isWaiting ? "새로 오면 여기에 나타나요." : "사용자가 문의하면 여기에 나타나요."}
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
  const place = usePlace();
  const { isWaiting, selectedId, pathOf, listAt } = place;
  const [, setSearch] = useSearchParams();
  const inbox = useInbox(isWaiting);
  const filter = (next: boolean) =>
    setSearch(
      (before) => {
        const search = new URLSearchParams(before);
        if (next) search.set("tab", waitingTab);
        else search.delete("tab");
        return search;
      },
      { replace: true },
    );
  const list = (
    <>
      <Filter isWaiting={isWaiting} onChange={filter} />
      <Conversations inbox={inbox} place={place} />
    </>
  );
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
    switch: () => filter(!isWaiting),
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
        {...(isDesk ? {} : { backTo: listAt })}
      />
    );
  if (!isDesk)
    return talk ? (
      <RoomFrame label="대화">{talk}</RoomFrame>
    ) : (
      <Page back={back}>
        <Card>{list}</Card>
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
          {list}
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

/** /admin-chats: people's messages to the administrators, and the answers; `back` leads away from there. */
export const InboxScreen = ({ back = <Ways /> }: { back?: ReactNode }) => {
  useDocumentTitle(title);
  return (
    <AdminOnly skeleton={<Waiting back={back} />}>{(user) => <Inbox user={user} back={back} />}</AdminOnly>
  );
};
