import ForumOutlined from "@mui/icons-material/ForumOutlined";
import type { CurrentUser } from "@knowhow/shared";
import type { ReactNode } from "react";
import { messageOf } from "../../components/failure.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorState } from "../../client/ErrorState.tsx";
import { useDevice } from "../../client/platform.tsx";
import { useKeptText } from "../../device/texts/useKeptText.ts";
import { Composer } from "./Composer.tsx";
import { MessageList } from "./MessageList.tsx";
import type { Person } from "./PersonAvatar.tsx";
import { talkRows, type MessageRow } from "./talk.ts";
import { TalkSkeleton } from "./TalkSkeleton.tsx";
import { useOutgoing, type MessageKind } from "./useOutgoing.ts";
import type { TalkState } from "./useTalk.ts";

interface ConversationProps {
  talk: TalkState;
  /** The kind of act that sends a message. */
  kind: MessageKind;
  /** Recipient and subject, for the list of waiting acts. */
  about?: string;
  user: CurrentUser;
  personOf: (row: MessageRow) => Person;
  /** Replaces the box where no message can be written. */
  closed?: ReactNode;
  emptyText: string;
  /** Texts that are often written here. */
  phrases?: readonly { label: string; text: string }[];
  onStored?: () => void;
  /** Called after a refusal, beside the message's own mark and the toast. */
  onRefused?: (error: Error) => void;
}

/** Messages of a room and the box to write in, whichever kind of room it is; mount it anew for another one. */
export const Conversation = (props: ConversationProps) => {
  const { talk, kind, about, user, personOf, closed, emptyText, phrases, onStored, onRefused } = props;
  const { roomId } = talk;
  const textName = `chat:${roomId}`;
  const { textsOf } = useDevice();
  const keptText = useKeptText(user.id, textName);
  const { outgoing, ...outbox } = useOutgoing({
    kind,
    roomId,
    personId: user.id,
    about,
    onStored: (message) => {
      talk.add(message);
      onStored?.();
    },
    onRefused,
  });
  const { store, older } = talk;
  return (
    <>
      {store ? (
        <MessageList
          rows={talkRows({ messages: store.messages, outgoing, meId: user.id, readUpTo: store.readUpTo })}
          personOf={personOf}
          older={{
            hasMore: store.hasOlder,
            isLoading: older.isPending,
            failure: older.error ? messageOf(older.error) : undefined,
            onLoad: older.load,
          }}
          onRetry={outbox.retry}
          onDiscard={outbox.discard}
          empty={<EmptyState icon={ForumOutlined} isCompact title={emptyText} />}
        />
      ) : talk.error ? (
        <div style={{ flex: 1 }}>
          <ErrorState
            error={talk.error}
            title="대화를 불러오지 못했습니다"
            onRetry={() => void talk.refetch()}
          />
        </div>
      ) : (
        <TalkSkeleton />
      )}
      {closed ?? (
        <Composer
          keptText={keptText}
          onTextChange={(text) => textsOf(user.id).keep(textName, text === "" ? undefined : text)}
          onSend={outbox.send}
          {...(phrases === undefined ? {} : { phrases })}
        />
      )}
    </>
  );
};
