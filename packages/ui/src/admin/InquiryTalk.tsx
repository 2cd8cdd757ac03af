import ArrowBackRounded from "@mui/icons-material/ArrowBackRounded";
import { pollIntervals, type CurrentUser, type InquiryMessage, type InquiryRoom } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { ComposerClosed } from "../chats/ComposerClosed.tsx";
import { Conversation } from "../chats/Conversation.tsx";
import { PersonAvatar, type Person } from "../chats/PersonAvatar.tsx";
import type { TalkSource } from "../chats/useTalk.ts";
import { client } from "../client/client.ts";
import { hasCode } from "../client/failure.ts";
import { invalidate } from "../client/queries.ts";
import { useDialogEntry } from "../components/useDialogEntry.ts";
import { HistoryDialog } from "./HistoryDialog.tsx";

const refreshLists = (queryClient: QueryClient) =>
  Promise.all([
    invalidate(queryClient, client.inquiries.inbox),
    invalidate(queryClient, client.inquiries.list),
  ]);

/** All administrators speak with one voice: what any of them wrote stands on their side. */
const asOwn = (message: InquiryMessage, meId: string): InquiryMessage =>
  message.messageType === "admin" ? { ...message, senderId: meId } : message;

const useSource = (roomId: string, meId: string): TalkSource => {
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      roomId,
      path: client.inquiries.inboxMessages.contract.path,
      intervalMs: pollIntervals.adminMessages,
      read: async (query, signal) => {
        const { messages, readUpTo } = await client.inquiries.inboxMessages(
          { params: { roomId }, query },
          signal ? { signal } : {},
        );
        // What was read here waits in no list any longer.
        if (messages.length > 0) void refreshLists(queryClient);
        return { messages: messages.map((message) => asOwn(message, meId)), readUpTo };
      },
    }),
    [roomId, meId, queryClient],
  );
};

interface HeadProps {
  person: Person;
  subject: string;
  heading: "h1" | "h2";
  backTo: string | undefined;
  onHistory: (() => void) | undefined;
}

const Head = ({ person, subject, heading, backTo, onHistory }: HeadProps) => (
  <Box
    component="header"
    sx={{
      display: "flex",
      alignItems: "center",
      gap: 1,
      px: backTo === undefined ? 2 : 1,
      py: 0.75,
      bgcolor: "background.paper",
      borderBottom: "1px solid",
      borderColor: "divider",
    }}
  >
    {backTo === undefined ? null : (
      <IconButton component={Link} to={backTo} aria-label="목록으로">
        <ArrowBackRounded />
      </IconButton>
    )}
    <PersonAvatar person={person} size="2.5rem" />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="subtitle1" component={heading} noWrap sx={{ lineHeight: 1.35 }}>
        {person.nickname}
      </Typography>
      <Typography variant="body2" color="textSecondary" noWrap>
        {subject}
      </Typography>
    </Box>
    {onHistory === undefined ? null : (
      <Button size="small" variant="outlined" onClick={onHistory}>
        이력 보기
      </Button>
    )}
  </Box>
);

/** What a conversation is about, as lists and headers call it. */
export const subjectOf = (room: Pick<InquiryRoom, "subject"> | undefined): string => room?.subject || "문의";

interface InquiryTalkProps {
  roomId: string;
  /** Absent where the room is older than the lists that were read. */
  room: InquiryRoom | undefined;
  user: CurrentUser;
  heading: "h1" | "h2";
  /** Where the way back leads, where there is one. */
  backTo?: string;
}

/** A conversation with somebody, from the administrators' side; mount it anew for another room. */
export const InquiryTalk = ({ roomId, room, user, heading, backTo }: InquiryTalkProps) => {
  const queryClient = useQueryClient();
  const source = useSource(roomId, user.id);
  const history = useDialogEntry("history");
  const person: Person = { nickname: room?.userNickname || "사용자", profileImageUrl: null };
  return (
    <>
      <Head
        person={person}
        subject={subjectOf(room)}
        heading={heading}
        backTo={backTo}
        onHistory={room ? history.open : undefined}
      />
      <Conversation
        source={source}
        user={user}
        personOf={() => person}
        emptyText="아직 나눈 대화가 없어요"
        closed={room?.status === "inactive" ? <ComposerClosed>종료된 대화입니다</ComposerClosed> : undefined}
        send={async (body) => {
          const { message } = await client.inquiries.reply({ params: { roomId }, body });
          void refreshLists(queryClient);
          return message;
        }}
        onRefused={(error) => {
          if (hasCode(error, "ROOM_INACTIVE")) void refreshLists(queryClient);
        }}
      />
      {room ? <HistoryDialog userId={room.userId} isOpen={history.isOpen} onClose={history.close} /> : null}
    </>
  );
};
