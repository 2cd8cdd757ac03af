import type { ChatMessage, Comment, CommentAnswer, ReportReason, WordsType } from "@knowhow/shared";
import { client } from "../../../client/client.ts";
import type { Job, JobHandlers, SendOptions } from "../job.ts";

interface Reporting {
  reportReason: ReportReason;
  reportDetails: string;
}

/** Words at a content, as the call names them. */
interface ReportedWords {
  reportType: WordsType;
  ratingId?: string;
  questionId?: string;
}

/** A message into a room. */
interface TypedMessage {
  roomId: string;
  /** Its recipient, in words. */
  about?: string | undefined;
  text: string;
}

/** An act about a content. */
interface AboutContent {
  contentId: string;
  /** Its title, where that is known. */
  about?: string | undefined;
}

/** The acts of people, each with the server's answer. */
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
  /** An answer to a comment. */
  answer: { input: AboutContent & { commentId: string; text: string }; answer: CommentAnswer };
  like: { input: AboutContent & { isLiked: boolean }; answer: { isLiked: boolean; likesCount: number } };
  wish: { input: AboutContent & { isWished: boolean }; answer: { isWished: boolean } };
  report: {
    input: Reporting &
      (
        | { contentId: string }
        | { commentId: string }
        | { words: ReportedWords }
        | { chatRoomId: string; reportedUserId: string }
      ) & {
        /** Its subject, in words. */
        about: string;
      };
    answer: { id: string };
  };
}

export type ActKind = keyof Acts;

/** The id of the reported thing: each has a lane of its own. */
const reportedId = (input: Acts["report"]["input"]): string => {
  if ("words" in input) return Object.values(input.words).join(":");
  return "commentId" in input ? input.commentId : "contentId" in input ? input.contentId : input.chatRoomId;
};

type MessageJob = Job<"message" | "joinedMessage" | "inquiryMessage" | "reply">;

const commentsLane = ({ contentId }: AboutContent) => `comments:${contentId}`;

/** The lane of first messages to the administrators. */
export const inquiryLane = "inquiry";

const laneOf = ({ roomId }: TypedMessage) => `chat:${roomId}`;
/** Sends a message by the call of its kind of room. */
const sendBy =
  (call: typeof client.chats.send | typeof client.inquiries.send | typeof client.inquiries.reply) =>
  async ({ id, payload: { roomId, text } }: MessageJob, options: SendOptions): Promise<ChatMessage> =>
    (await call({ params: { roomId }, body: { message: text, clientId: id } }, options)).message;

/**
 * How each kind of act is sent. Money, passwords and bank accounts are not among them, and an administrator's acts wait
 * only where the shell lets them.
 */
export const actHandlers: JobHandlers = {
  message: { laneOf, run: sendBy(client.chats.send), label: "메시지" },
  joinedMessage: { laneOf, run: sendBy(client.chats.send), isOfStaff: true, label: "관리자 메시지" },
  inquiryMessage: { laneOf, run: sendBy(client.inquiries.send), label: "관리자에게 보내는 메시지" },
  reply: { laneOf, run: sendBy(client.inquiries.reply), isOfStaff: true, label: "답변" },
  inquiry: {
    laneOf: () => inquiryLane,
    run: async (job, options) => (await client.inquiries.create({ body: job.payload }, options)).chatRoom,
    label: "관리자 문의",
  },
  comment: {
    laneOf: commentsLane,
    run: ({ payload: { contentId, text } }, options) =>
      client.comments.create({ params: { id: contentId }, body: { comment: text } }, options),
    label: "댓글",
  },
  answer: {
    laneOf: commentsLane,
    run: ({ payload: { commentId, text } }, options) =>
      client.comments.answer({ params: { id: commentId }, body: { comment: text } }, options),
    label: "답글",
  },
  like: {
    laneOf: ({ contentId }) => `like:${contentId}`,
    run: ({ payload: { contentId, isLiked } }, options) =>
      (isLiked ? client.likes.add : client.likes.remove)({ params: { id: contentId } }, options),
    supersedes: true,
    label: "좋아요",
  },
  wish: {
    laneOf: ({ contentId }) => `wish:${contentId}`,
    run: ({ payload: { contentId, isWished } }, options) =>
      (isWished ? client.wishes.add : client.wishes.remove)({ params: { id: contentId } }, options),
    supersedes: true,
    label: "찜",
  },
  report: {
    laneOf: (input) => `report:${reportedId(input)}`,
    run: async ({ payload: input }, options) => {
      const { reportReason, reportDetails } = input;
      const form = { reportReason, reportDetails };
      const answer =
        "chatRoomId" in input
          ? await client.reports.createForChat(
              { body: { ...form, chatRoomId: input.chatRoomId, reportedUserId: input.reportedUserId } },
              options,
            )
          : await client.reports.create(
              {
                body:
                  "words" in input
                    ? { ...form, ...input.words }
                    : "commentId" in input
                      ? { ...form, reportType: "comment", commentId: input.commentId }
                      : { ...form, reportType: "content", contentId: input.contentId },
              },
              options,
            );
      return answer.report;
    },
    label: "신고",
  },
};
