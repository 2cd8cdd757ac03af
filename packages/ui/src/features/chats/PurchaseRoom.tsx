import type { ChatRoomDetail, CurrentUser } from "@knowhow/shared";
import MuiLink from "@mui/material/Link";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { sanctionOf } from "../accounts/sanction.ts";
import { client } from "../../client/client.ts";
import { hasCode } from "../../components/failure.ts";
import { invalidate } from "../../client/queries.ts";
import { formatDateTime } from "../../components/format.ts";
import { useDialogEntry } from "../../components/useDialogEntry.ts";
import { ReportDialog } from "../reports/ReportDialog.tsx";
import { ComposerClosed } from "./ComposerClosed.tsx";
import { Conversation } from "./Conversation.tsx";
import type { Person } from "./PersonAvatar.tsx";
import { PurchaseNotice } from "./PurchaseNotice.tsx";
import { RoomFrame } from "./RoomFrame.tsx";
import { RoomHeader } from "./RoomHeader.tsx";
import type { MessageRow } from "./talk.ts";
import { refreshRooms } from "./useChatRooms.ts";
import type { TalkState } from "./useTalk.ts";

const administrator: Person = { id: null, nickname: "관리자", profileImageUrl: null };

/** Both parties, for any viewer; a name may be gone with its account. */
const partiesOf = (room: ChatRoomDetail): { buyer: Person; seller: Person } => ({
  buyer: {
    id: room.buyerId,
    nickname: room.buyerNickname || "사용자",
    profileImageUrl: room.buyerProfileImage,
  },
  seller: {
    id: room.sellerId,
    nickname: room.sellerNickname || "사용자",
    profileImageUrl: room.sellerProfileImage,
  },
});

const endings = {
  refund: "환불된 구매라 대화가 종료되었습니다. 지난 메시지는 계속 볼 수 있어요.",
  party: "상대방의 서비스 이용이 종료되어 대화가 종료되었습니다. 지난 메시지는 계속 볼 수 있어요.",
} as const;

/** Why no message can be written, if so; administrators can write also where the talk is over. */
const closedFor = (room: ChatRoomDetail, user: CurrentUser) => {
  if (room.status === "inactive" && !user.isAdmin)
    return <ComposerClosed>{room.endedBy ? endings[room.endedBy] : "종료된 대화입니다"}</ComposerClosed>;
  const sanction = sanctionOf(user);
  if (sanction?.kind !== "suspension") return undefined;
  return (
    <ComposerClosed>
      이용이 정지된 동안에는 메시지를 보낼 수 없습니다. {formatDateTime(sanction.until)}에 풀려요.{" "}
      <MuiLink component={Link} to="/penalty-notice">
        자세히 보기
      </MuiLink>
    </ComposerClosed>
  );
};

interface PurchaseRoomProps {
  room: ChatRoomDetail;
  talk: TalkState;
  user: CurrentUser;
  backTo: string;
  /** The label of the back button, where it does not lead to the list. */
  backLabel?: string | undefined;
}

/** The talk that a purchase opened, for its two parties and for administrators; mount it anew for another room. */
export const PurchaseRoom = ({ room, talk, user, backTo, backLabel }: PurchaseRoomProps) => {
  const queryClient = useQueryClient();
  const report = useDialogEntry("report");
  const roomId = room.id;
  // Messages that were read here are unread in the list no longer.
  useEffect(
    () => () => {
      void refreshRooms(queryClient);
    },
    [queryClient],
  );
  const { buyer, seller } = partiesOf(room);
  const isBuyer = user.id === room.buyerId;
  const isParty = isBuyer || user.id === room.sellerId;
  const otherId = isBuyer ? room.sellerId : room.buyerId;
  const other = isBuyer ? seller : buyer;
  const shown = isParty ? other : { ...buyer, nickname: `${buyer.nickname} · ${seller.nickname}` };
  const subject = room.content.title || "콘텐츠";
  const personOf = ({ isAdmin, senderId }: MessageRow): Person =>
    isAdmin ? administrator : senderId === room.buyerId ? buyer : seller;
  return (
    <RoomFrame label={`${shown.nickname}님과의 대화`}>
      <RoomHeader
        backTo={backTo}
        backLabel={backLabel}
        person={shown}
        subject={subject}
        subjectTo={`/content/${room.content.id}`}
        onReport={isParty ? report.open : undefined}
      />
      {/* Administrators may write where the talk is over too. */}
      {isParty && room.status === "inactive" ? null : <PurchaseNotice isParty={isParty} />}
      <Conversation
        talk={talk}
        user={user}
        personOf={personOf}
        closed={closedFor(room, user)}
        emptyText="아직 나눈 대화가 없어요"
        about={`${shown.nickname} · ${subject}`}
        kind={isParty ? "message" : "joinedMessage"}
        onRefused={(error) => {
          if (hasCode(error, "ROOM_INACTIVE"))
            void invalidate(queryClient, client.chats.room, { params: { roomId } });
        }}
      />
      {isParty ? (
        <ReportDialog
          isOpen={report.isOpen}
          onClose={report.close}
          target={{ kind: "chat", chatRoomId: roomId, reportedUserId: otherId, label: `${other.nickname}님` }}
        />
      ) : (
        // Other people's talk is not kept on the device, in no form.
        <span data-view="no" hidden />
      )}
    </RoomFrame>
  );
};
