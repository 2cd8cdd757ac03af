import { object, string, type InferType } from "yup";
import { chatMessage, messageField, messageForm, messageQuery } from "./chats.ts";
import { textLimits } from "./constants.ts";
import { endpoint, forAdmins } from "./endpoint.ts";
import {
  countValue,
  idValue,
  listOf,
  optionalId,
  optionalText,
  optionalTime,
  pageQuery,
  textValue,
  timeValue,
} from "./fields.ts";
import { cleanLine, lengthOf } from "./text.ts";

/** What a conversation with the administrators is about. */
export const inquiryTypes = [
  "general",
  "report_result",
  "penalty_notice",
  "refund_notice",
  "account_notice",
] as const;
export type InquiryType = (typeof inquiryTypes)[number];

/** A conversation between one person and the administrators; unreadCount is the caller's side. */
export const inquiryRoom = object({
  id: idValue,
  type: string().oneOf(inquiryTypes).required(),
  /** The report or penalty that it tells about. */
  relatedId: optionalId,
  status: string().oneOf(["active", "inactive"]).required(),
  userId: idValue,
  userNickname: textValue,
  subject: optionalText,
  lastMessage: object({ message: textValue, createdAt: timeValue }).noUnknown().nullable().defined(),
  lastMessageAt: optionalTime,
  createdAt: timeValue,
  unreadCount: countValue,
  /** For administrators: since when the person waits for an answer; null where nobody does, or none can be given. */
  waitingSince: string().datetime().nullable(),
}).noUnknown();
export type InquiryRoom = InferType<typeof inquiryRoom>;

/** A message of such a conversation; administrators all speak as 관리자. */
export const inquiryMessage = chatMessage.concat(object({ senderNickname: textValue })).noUnknown();
export type InquiryMessage = InferType<typeof inquiryMessage>;

export const inquiryForm = object({
  subject: string()
    .transform((value: unknown) => (typeof value === "string" ? cleanLine(value) : value))
    .nullable()
    .test(
      "max",
      `제목은 ${textLimits.subject}자 이하여야 합니다.`,
      (value) => value == null || lengthOf(value) <= textLimits.subject,
    ),
  message: messageField,
});

const own = { access: "member", whileSuspended: true, whileBanned: true } as const;
const rooms = object({ chatRooms: listOf(inquiryRoom) }).noUnknown();
/** With how many messages in all conversations no administrator has read. */
const inbox = rooms.shape({ unreadCount: countValue.optional() }).noUnknown();
const messages = object({ messages: listOf(inquiryMessage), readUpTo: optionalId }).noUnknown();
const sent = object({ message: inquiryMessage }).noUnknown();

/** Conversations of people with the administrators, from both sides. */
export const inquiries = {
  mine: endpoint({ method: "GET", path: "/api/user/admin-chats", ...own, response: rooms, errors: [] }),
  create: endpoint({
    method: "POST",
    path: "/api/user/admin-chats/create",
    ...own,
    idempotent: true,
    limit: "inquiry",
    body: inquiryForm,
    response: object({ chatRoom: object({ id: idValue }).noUnknown() }).noUnknown(),
    status: 201,
    errors: [],
  }),
  messages: endpoint({
    method: "GET",
    path: "/api/user/admin-chats/:roomId/messages",
    ...own,
    query: messageQuery,
    response: messages,
    errors: ["NOT_FOUND", "VALIDATION"],
  }),
  send: endpoint({
    method: "POST",
    path: "/api/user/admin-chats/:roomId/messages",
    ...own,
    idempotent: true,
    limit: "chat",
    body: messageForm,
    response: sent,
    status: 201,
    errors: ["NOT_FOUND", "ROOM_INACTIVE"],
  }),
  /** The inbox: every conversation, or those in which somebody waits; the one with the newest message first. */
  inbox: endpoint({
    method: "GET",
    path: "/api/admin/chats",
    ...forAdmins,
    query: pageQuery.concat(object({ waiting: string().oneOf(["true"], "waiting이 올바르지 않습니다.") })),
    response: inbox,
    errors: ["VALIDATION"],
  }),
  /** The dashboard's tabs: conversations of one type. */
  list: endpoint({
    method: "GET",
    path: "/api/admin/chat-rooms",
    ...forAdmins,
    query: pageQuery.concat(object({ type: string().oneOf(inquiryTypes, "type이 올바르지 않습니다.") })),
    response: rooms,
    errors: ["VALIDATION"],
  }),
  inboxMessages: endpoint({
    method: "GET",
    path: "/api/admin/chats/:roomId/messages",
    ...forAdmins,
    query: messageQuery,
    response: messages,
    errors: ["NOT_FOUND", "VALIDATION"],
  }),
  reply: endpoint({
    method: "POST",
    path: "/api/admin/chats/:roomId/messages",
    ...forAdmins,
    idempotent: true,
    limit: "chat",
    body: messageForm,
    response: sent,
    status: 201,
    errors: ["NOT_FOUND", "ROOM_INACTIVE"],
  }),
};
