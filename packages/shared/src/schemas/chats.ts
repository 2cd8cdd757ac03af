import { array, object, string, type InferType } from "yup";
import { pageSize, textLimits } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import {
  countValue,
  flagValue,
  idValue,
  listOf,
  numberField,
  optionalId,
  optionalText,
  priceValue,
  textField,
  textValue,
  timeValue,
  uuidText,
} from "./fields.ts";

const person = object({ nickname: textValue, profileImageUrl: optionalText }).noUnknown();

const messageType = string().oneOf(["text", "system", "admin"]);

const roomMessage = object({
  message: textValue,
  senderId: optionalId,
  createdAt: timeValue,
  /** Absent in answers that devices kept before. */
  messageType: messageType.optional(),
})
  .noUnknown()
  .nullable();

/** A room of the list: both parties, the content, the newest message. */
export const chatRoom = object({
  id: idValue,
  buyerId: idValue,
  sellerId: idValue,
  buyer: person,
  seller: person,
  content: object({
    id: idValue,
    title: textValue,
    category: textValue,
    price: priceValue,
    /** Absent in answers that devices kept before. */
    hasPreview: flagValue.optional(),
  }).noUnknown(),
  lastMessage: roomMessage.defined(),
  /** The last words of a person, where the newest message is none; absent in answers that devices kept before. */
  lastTalk: roomMessage.optional(),
  lastMessageAt: timeValue,
  unreadCount: countValue,
  status: string().oneOf(["active", "inactive"]).required(),
}).noUnknown();
export type ChatRoom = InferType<typeof chatRoom>;

export const chatMessage = object({
  id: idValue,
  senderId: optionalId,
  message: textValue,
  messageType: messageType.required(),
  clientId: optionalId,
  isRead: flagValue,
  createdAt: timeValue,
}).noUnknown();
export type ChatMessage = InferType<typeof chatMessage>;

/** One room as its own screen shows it. */
export const chatRoomDetail = object({
  id: idValue,
  buyerId: idValue,
  sellerId: idValue,
  buyerNickname: textValue,
  sellerNickname: textValue,
  buyerProfileImage: optionalText,
  sellerProfileImage: optionalText,
  content: object({ id: idValue, title: textValue }).noUnknown(),
  status: string().oneOf(["active", "inactive"]).required(),
  /** Why it is inactive: the purchase was refunded, or a party is gone, banned or left, which is not told apart. */
  endedBy: string().oneOf(["refund", "party"]).nullable().optional(),
}).noUnknown();
export type ChatRoomDetail = InferType<typeof chatRoomDetail>;

/** The text of a message, in every kind of room. */
export const messageField = textField(
  "메시지를 입력해주세요.",
  textLimits.message,
  `메시지는 ${textLimits.message.toLocaleString("ko-KR")}자 이하여야 합니다.`,
);

/** A new message; `clientId` names it, so that sending it again stores it once. */
export const messageForm = object({
  message: messageField,
  clientId: uuidText("clientId가 올바르지 않습니다."),
});

const limitOf = (max: number, usual: number) =>
  numberField("limit은 숫자여야 합니다.")
    .integer("limit은 정수여야 합니다.")
    .min(1, "limit은 1 이상이어야 합니다.")
    .max(max, `limit은 ${max} 이하여야 합니다.`)
    .default(usual);

/** Which messages of a room: the newest, or the nearest before or after one. */
export const messageQuery = object({
  after: uuidText("after가 올바르지 않습니다."),
  before: uuidText("before가 올바르지 않습니다."),
  limit: limitOf(pageSize.maxMessages, pageSize.messages),
  peek: string(),
});

/** Input and answer of each call. */
export const chatsSchemas = {
  rooms: {
    query: object({
      limit: limitOf(pageSize.max, pageSize.rooms),
      cursor: string().max(1_000, "cursor가 올바르지 않습니다."),
    }),
    response: object({ chatRooms: listOf(chatRoom) }).noUnknown(),
  },
  room: { response: object({ chatRoom: chatRoomDetail }).noUnknown() },
  messages: {
    query: messageQuery,
    response: object({
      messages: array(chatMessage).required(),
      readUpTo: optionalId,
    }).noUnknown(),
  },
  send: { body: messageForm, response: object({ message: chatMessage }).noUnknown() },
  read: {
    body: object({
      // An id of nothing is 404 in any form.
      upTo: string().required("어디까지 읽었는지 알려주세요.").max(200, "upTo가 올바르지 않습니다."),
    }),
    response: object({ unreadCount: countValue }).noUnknown(),
  },
} satisfies FeatureSchemas;
