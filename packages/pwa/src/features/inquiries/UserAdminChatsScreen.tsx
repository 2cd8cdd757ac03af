import AddCommentOutlined from "@mui/icons-material/AddCommentOutlined";
import type { CurrentUser, InquiryRoom } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { RoomFrame } from "@knowhow/ui/features/chats/RoomFrame.tsx";
import { TalkBar } from "@knowhow/ui/features/chats/TalkBar.tsx";
import { TalkSkeleton } from "@knowhow/ui/features/chats/TalkSkeleton.tsx";
import { useNothingKept } from "@knowhow/ui/client/nothingKept.ts";
import { loginPath } from "@knowhow/ui/client/loginPath.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { ErrorState } from "@knowhow/ui/client/ErrorState.tsx";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { InquiryList } from "./InquiryList.tsx";
import { InquiryTalk } from "./InquiryTalk.tsx";
import { inquiryLabel } from "./labels.ts";
import { StartInquiry } from "./StartInquiry.tsx";
import { useInquiries } from "./useInquiries.ts";

/** In the address: a new inquiry. */
const fresh = "new";

const Top = ({ subject, onNew }: { subject: string; onNew: (() => void) | undefined }) => (
  <TalkBar
    back={{ to: "/support", label: "고객센터로" }}
    title="관리자 문의"
    subject={subject}
    action={
      onNew ? (
        <Button startIcon={<AddCommentOutlined />} onClick={onNew}>
          새 문의
        </Button>
      ) : null
    }
  />
);

const subjectOf = (room: InquiryRoom | undefined): string => {
  if (!room) return "관리자와 1:1로 대화해요";
  return room.subject && room.subject !== inquiryLabel(room.type)
    ? `${inquiryLabel(room.type)} · ${room.subject}`
    : inquiryLabel(room.type);
};

/**
 * The shown inquiry: the one that the address names, by its id or as the newest of a type, else the one that was first
 * when the screen opened.
 */
const useChosen = (rooms: readonly InquiryRoom[]) => {
  const [params, setParams] = useSearchParams();
  const [firstId, setFirstId] = useState<string>();
  const [first] = rooms;
  // A new message may bring another inquiry to the top; the shown one stays.
  if (firstId === undefined && first) setFirstId(first.id);
  const named = params.get("room");
  const room =
    named === fresh
      ? undefined
      : (rooms.find(({ id, type }) => id === named || type === named) ??
        rooms.find(({ id }) => id === firstId) ??
        first);
  const choose = (id: string) => setParams({ room: id }, { replace: true });
  return { room, choose };
};

const Rooms = ({ user, list }: { user: CurrentUser; list: ReturnType<typeof useInquiries> }) => {
  const rooms = list.rooms ?? [];
  const { room, choose } = useChosen(rooms);
  useNothingKept(room === undefined);
  const hasGeneral = rooms.some(({ type, status }) => type === "general" && status === "active");
  return (
    <>
      <Top
        subject={subjectOf(room)}
        onNew={room !== undefined && !hasGeneral ? () => choose(fresh) : undefined}
      />
      <Box sx={{ flex: 1, minHeight: 0, display: "flex", flexDirection: { xs: "column", md: "row" } }}>
        {rooms.length > 1 || (rooms.length === 1 && room === undefined) ? (
          <InquiryList rooms={rooms} chosenId={room?.id} onChoose={choose} />
        ) : null}
        <Box sx={{ flex: 1, minWidth: 0, minHeight: 0, display: "flex", flexDirection: "column" }}>
          {room ? (
            <InquiryTalk key={room.id} room={room} user={user} />
          ) : (
            <StartInquiry
              user={user}
              onStarted={async (id) => {
                await list.refetch();
                choose(id);
              }}
            />
          )}
        </Box>
      </Box>
    </>
  );
};

const Loaded = ({ user }: { user: CurrentUser }) => {
  const list = useInquiries();
  if (list.rooms) return <Rooms user={user} list={list} />;
  return (
    <>
      <Top subject={subjectOf(undefined)} onNew={undefined} />
      {list.error ? (
        <ErrorState
          error={list.error}
          component="h2"
          title="대화를 불러오지 못했습니다"
          onRetry={() => void list.refetch()}
          unconnected={{
            title: "관리자와의 대화가 아직 이 기기에 없어요",
            description: "연결되면 볼 수 있어요. 최근에 나눈 대화는 연결이 없어도 볼 수 있어요.",
          }}
        />
      ) : (
        <TalkSkeleton />
      )}
    </>
  );
};

/** /user-admin-chats: a user's inquiries, also under a sanction. */
export const UserAdminChatsScreen = () => {
  useDocumentTitle("관리자 문의");
  const { user, isPending, error, refetch } = useMe();
  if (!user && !isPending)
    return error ? (
      <ErrorState component="h1" error={error} onRetry={() => void refetch()} />
    ) : (
      <Navigate to={loginPath("/user-admin-chats")} replace />
    );
  return (
    <RoomFrame label="관리자와의 대화">
      {user ? <Loaded key={user.id} user={user} /> : <TalkSkeleton />}
    </RoomFrame>
  );
};
