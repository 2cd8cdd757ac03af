import type { ChatMessage } from "@knowhow/shared";
import { formatDate } from "../../components/format.ts";

/** How far an own message got. */
export type MessageState = "waiting" | "sending" | "sent" | "read" | "failed";

/** An own message that the server does not have yet. */
export interface OutgoingMessage {
  clientId: string;
  text: string;
  createdAt: string;
  state: "waiting" | "sending" | "failed";
  /** Why it was not sent. */
  failure?: string | undefined;
  /** The device has not taken it either: it ends with this page. */
  isUnkept?: boolean;
}

/** A message as the screen shows it. */
export interface MessageRow {
  kind: "message";
  /** The same before and after it is stored. */
  key: string;
  side: "own" | "other" | "system";
  isAdmin: boolean;
  /** Begins a run of messages of one person: name and picture stand there. */
  isFirst: boolean;
  senderId: string | null;
  text: string;
  createdAt: string;
  /** Of own messages only. */
  state?: MessageState;
  failure?: string;
  isUnkept?: boolean;
}

/** Where another day begins. */
interface DayRow {
  kind: "day";
  key: string;
  label: string;
}

export type TalkRow = MessageRow | DayRow;

interface Talk {
  messages: readonly ChatMessage[];
  outgoing: readonly OutgoingMessage[];
  meId: string;
  /** The newest own message that the other has read. */
  readUpTo: string | null;
}

const storedRow = (message: ChatMessage, { meId, readUpTo }: Talk): MessageRow => {
  const { id, clientId, senderId, messageType, isRead, createdAt } = message;
  const side = messageType === "system" ? "system" : senderId === meId ? "own" : "other";
  const isSeen = isRead || (readUpTo !== null && id <= readUpTo);
  return {
    kind: "message",
    key: clientId ?? id,
    side,
    isAdmin: messageType === "admin",
    isFirst: true,
    senderId,
    text: message.message,
    createdAt,
    ...(side === "own" ? { state: isSeen ? "read" : "sent" } : {}),
  };
};

const outgoingRow = (
  { clientId, text, createdAt, state, failure, isUnkept = false }: OutgoingMessage,
  meId: string,
): MessageRow => ({
  kind: "message",
  key: clientId,
  side: "own",
  isAdmin: false,
  isFirst: true,
  senderId: meId,
  text,
  createdAt,
  state,
  ...(failure === undefined ? {} : { failure }),
  ...(isUnkept ? { isUnkept } : {}),
});

const isSameVoice = (before: TalkRow | undefined, row: MessageRow): boolean =>
  before?.kind === "message" &&
  before.side === row.side &&
  before.senderId === row.senderId &&
  before.isAdmin === row.isAdmin;

/** The rows of a talk from top to bottom: stored messages, then those on their way, with a line where a day begins. */
export const talkRows = (talk: Talk): TalkRow[] => {
  const known = new Set(talk.messages.map(({ clientId }) => clientId));
  const all = [
    ...talk.messages.map((message) => storedRow(message, talk)),
    // The message may be read before the answer to its sending.
    ...talk.outgoing
      .filter(({ clientId }) => !known.has(clientId))
      .map((outgoing) => outgoingRow(outgoing, talk.meId)),
  ];
  const rows: TalkRow[] = [];
  let day = "";
  for (const row of all) {
    const label = formatDate(row.createdAt);
    if (label !== day) rows.push({ kind: "day", key: `day ${row.key}`, label });
    day = label;
    rows.push({ ...row, isFirst: !isSameVoice(rows.at(-1), row) });
  }
  return rows;
};
