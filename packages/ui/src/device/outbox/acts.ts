import type { ChatMessage, Comment, ErrorCode, ErrorDetails, ReportReason } from "@knowhow/shared";
import { client } from "../../client/client.ts";

interface Reporting {
  reportReason: ReportReason;
  reportDetails: string;
}

/** A message into a room. */
interface TypedMessage {
  roomId: string;
  /** To whom it goes, in words. */
  about?: string | undefined;
  text: string;
}

/** What is said of a content. */
interface AboutContent {
  contentId: string;
  /** Its title, where that is known. */
  about?: string | undefined;
}

/** What somebody says, with what the server answers to it. */
export interface Acts {
  message: { input: TypedMessage; answer: ChatMessage };
  /** An administrator's message into the room of a purchase. */
  joinedMessage: { input: TypedMessage; answer: ChatMessage };
  /** A message to the administrators. */
  inquiryMessage: { input: TypedMessage; answer: ChatMessage };
  /** An administrator's answer to it. */
  reply: { input: TypedMessage; answer: ChatMessage };
  /** The first message to the administrators; the answer names the room. */
  inquiry: { input: { subject: string | null; message: string }; answer: { id: string } };
  comment: { input: AboutContent & { text: string }; answer: Comment };
  like: { input: AboutContent & { isLiked: boolean }; answer: { isLiked: boolean; likesCount: number } };
  report: {
    input: Reporting &
      ({ contentId: string } | { commentId: string } | { chatRoomId: string; reportedUserId: string }) & {
        /** Whom or what it is about, in words. */
        about: string;
      };
    answer: { id: string };
  };
}

export type ActKind = keyof Acts;

/** The id of what is reported: there is one lane for each. */
const reportedId = (input: Acts["report"]["input"]): string =>
  "commentId" in input ? input.commentId : "contentId" in input ? input.contentId : input.chatRoomId;

/** Under what an act is sent. */
interface From {
  /** The idempotency key: sent again under it, the act happens once. */
  id: string;
  /** Whose it is: as somebody else's the server does not take it. */
  personId: string;
}

interface ActRule<K extends ActKind> {
  /** Acts of one lane are sent one after the other, in the order they were made. */
  laneOf: (input: Acts[K]["input"]) => string;
  send: (input: Acts[K]["input"], from: From) => Promise<Acts[K]["answer"]>;
  /** Said by an administrator: but for a shell that says otherwise it is sent now or not at all. */
  isStaff?: boolean;
  /** A newer act of the lane takes the place of one that still waits. */
  replaces?: boolean;
  /** What it is, as the list of waiting acts calls it. */
  label: string;
  /** What was said, or whom it is about. */
  textOf: (input: Acts[K]["input"]) => string;
}

/** Without an answer by then, an act is tried again later. */
const longestMs = 30_000;

const sending = ({ id, personId }: From) => ({
  idempotencyKey: id,
  personId,
  sanctionIsFailure: true,
  signal: AbortSignal.timeout(longestMs),
});

/** The lane of first messages to the administrators. */
export const inquiryLane = "inquiry";

const laneOf = ({ roomId }: TypedMessage) => `chat:${roomId}`;
const textOf = ({ text }: { text: string }) => text;
const bodyOf = ({ text }: TypedMessage, { id }: From) => ({ message: text, clientId: id });

const intoPurchaseRoom = async (written: TypedMessage, from: From): Promise<ChatMessage> => {
  const { roomId } = written;
  return (await client.chats.send({ params: { roomId }, body: bodyOf(written, from) }, sending(from)))
    .message;
};

/**
 * How each kind of act is sent. Money, passwords and bank accounts are not among them, and what an administrator says
 * waits where the shell lets it.
 */
export const actRules: { [K in ActKind]: ActRule<K> } = {
  message: { laneOf, send: intoPurchaseRoom, label: "메시지", textOf },
  joinedMessage: { laneOf, send: intoPurchaseRoom, isStaff: true, label: "관리자 메시지", textOf },
  inquiryMessage: {
    laneOf,
    send: async (written, from) => {
      const { roomId } = written;
      return (await client.inquiries.send({ params: { roomId }, body: bodyOf(written, from) }, sending(from)))
        .message;
    },
    label: "관리자에게 보내는 메시지",
    textOf,
  },
  reply: {
    laneOf,
    send: async (written, from) => {
      const { roomId } = written;
      return (
        await client.inquiries.reply({ params: { roomId }, body: bodyOf(written, from) }, sending(from))
      ).message;
    },
    isStaff: true,
    label: "답변",
    textOf,
  },
  inquiry: {
    laneOf: () => inquiryLane,
    send: async (body, from) => (await client.inquiries.create({ body }, sending(from))).chatRoom,
    label: "관리자 문의",
    textOf: ({ message }) => message,
  },
  comment: {
    laneOf: ({ contentId }) => `comments:${contentId}`,
    send: ({ contentId, text }, from) =>
      client.comments.create({ params: { id: contentId }, body: { comment: text } }, sending(from)),
    label: "댓글",
    textOf,
  },
  like: {
    laneOf: ({ contentId }) => `like:${contentId}`,
    send: ({ contentId, isLiked }, from) =>
      (isLiked ? client.likes.add : client.likes.remove)({ params: { id: contentId } }, sending(from)),
    replaces: true,
    label: "좋아요",
    textOf: ({ isLiked }) => (isLiked ? "좋아요 누르기" : "좋아요 취소"),
  },
  report: {
    laneOf: (input) => `report:${reportedId(input)}`,
    send: async (input, from) => {
      const { reportReason, reportDetails } = input;
      const form = { reportReason, reportDetails };
      const answer =
        "commentId" in input
          ? await client.reports.create(
              { body: { ...form, reportType: "comment", commentId: input.commentId } },
              sending(from),
            )
          : "contentId" in input
            ? await client.reports.create(
                { body: { ...form, reportType: "content", contentId: input.contentId } },
                sending(from),
              )
            : await client.reports.createForChat(
                { body: { ...form, chatRoomId: input.chatRoomId, reportedUserId: input.reportedUserId } },
                sending(from),
              );
      return answer.report;
    },
    label: "신고",
    textOf: ({ about }) => about,
  },
};

/** An act that waits to be sent, or was refused. */
export interface Waiting<K extends ActKind = ActKind> {
  /** A uuid, also the idempotency key. */
  id: string;
  kind: K;
  input: Acts[K]["input"];
  lane: string;
  /** Milliseconds; grows within a device, and gives the order of a lane. */
  madeAt: number;
  /** How often it was sent without an answer that counts. */
  attempts: number;
  /** Milliseconds: not sent again before. */
  notBefore: number;
  /** Milliseconds: when it may have reached the server first. Long after that the server would not know it again. */
  firstTriedAt?: number;
  /** A tab is sending it, or was when its browser was killed: who may send next knows that it is over. */
  isSending?: boolean;
  /** Why it was refused: it is not sent again unless somebody wants that. */
  refusal?: string;
  /** Why the last try did not get through. */
  trouble?: string;
  /** What the server itself said to the last try, for a tab that did not send it. */
  said?: { code: ErrorCode; details: ErrorDetails };
}

/** What became of an act: stored, with the server's answer; refused; or not got through for now. */
export type Outcome = { [K in ActKind]: { kind: K; row: Waiting<K> } & Result<Acts[K]["answer"]> }[ActKind];
type Result<A> =
  | { status: "stored"; answer: A }
  /** `isOwn`: it was made on this page, not one that was left over. */
  | { status: "refused"; error: Error; isOwn: boolean }
  | { status: "delayed"; error: Error };
