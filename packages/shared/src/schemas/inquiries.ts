import { object, string, type InferType } from "yup";
import { textLimits } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { inquiryTypes } from "../inquiries.ts";
import { cleanLine, lengthOf } from "../text.ts";
import { chatMessage, messageField, messageForm, messageQuery } from "./chats.ts";
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
  /** For administrators: since when the person waits for an answer; null where none is due or possible. */
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
const rooms = object({ chatRooms: listOf(inquiryRoom) }).noUnknown();
/** With how many messages in all conversations no administrator has read. */
const inbox = rooms.shape({ unreadCount: countValue.optional() }).noUnknown();
const messages = object({ messages: listOf(inquiryMessage), readUpTo: optionalId }).noUnknown();
const sent = object({ message: inquiryMessage }).noUnknown();

/** Input and answer of each call. */
export const inquiriesSchemas = {
  mine: { response: rooms },
  create: {
    body: inquiryForm,
    response: object({ chatRoom: object({ id: idValue }).noUnknown() }).noUnknown(),
  },
  messages: { query: messageQuery, response: messages },
  send: { body: messageForm, response: sent },
  inbox: {
    query: pageQuery.concat(object({ waiting: string().oneOf(["true"], "waiting이 올바르지 않습니다.") })),
    response: inbox,
  },
  list: {
    query: pageQuery.concat(object({ type: string().oneOf(inquiryTypes, "type이 올바르지 않습니다.") })),
    response: rooms,
  },
  inboxMessages: { query: messageQuery, response: messages },
  reply: { body: messageForm, response: sent },
} satisfies FeatureSchemas;
