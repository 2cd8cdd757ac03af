import { array, object, string, type InferType } from "yup";
import { pageSize, textLimits } from "./constants.ts";
import { endpoint } from "./endpoint.ts";
import {
  countValue,
  flagValue,
  idValue,
  listOf,
  numberField,
  optionalId,
  optionalText,
  textField,
  textValue,
  timeValue,
  uuidText,
  wonValue,
} from "./fields.ts";

const person = object({ nickname: textValue, profileImageUrl: optionalText }).noUnknown();

/** A room of the list: both parties, the content, the newest message. */
export const chatRoom = object({
  id: idValue,
  buyerId: idValue,
  sellerId: idValue,
  buyer: person,
  seller: person,
  content: object({ id: idValue, title: textValue, category: textValue, price: wonValue }).noUnknown(),
  lastMessage: object({
    message: textValue,
    senderId: optionalId,
    createdAt: timeValue,
  })
    .noUnknown()
    .nullable()
    .defined(),
  lastMessageAt: timeValue,
  unreadCount: countValue,
  status: string().oneOf(["active", "inactive"]).required(),
}).noUnknown();
export type ChatRoom = InferType<typeof chatRoom>;

export const chatMessage = object({
  id: idValue,
  senderId: optionalId,
  message: textValue,
  messageType: string().oneOf(["text", "system", "admin"]).required(),
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
}).noUnknown();
export type ChatRoomDetail = InferType<typeof chatRoomDetail>;

/** The text of a message, in every kind of room. */
export const messageField = textField(
  "메시지를 입력해주세요.",
  textLimits.message,
  `메시지는 ${textLimits.message.toLocaleString("ko-KR")}자 이하여야 합니다.`,
);

/** What somebody writes into a room; `clientId` names the message, so that sending it again stores it once. */
export const messageForm = object({
  message: messageField,
  clientId: uuidText("clientId가 올바르지 않습니다."),
});

const limitOf = (most: number, usual: number) =>
  numberField("limit은 숫자여야 합니다.")
    .integer("limit은 정수여야 합니다.")
    .min(1, "limit은 1 이상이어야 합니다.")
    .max(most, `limit은 ${most} 이하여야 합니다.`)
    .default(usual);

/** Which messages of a room: the newest, or the nearest before or after one. */
export const messageQuery = object({
  after: uuidText("after가 올바르지 않습니다."),
  before: uuidText("before가 올바르지 않습니다."),
  limit: limitOf(pageSize.maxMessages, pageSize.messages),
  peek: string(),
});

const reading = { access: "member", whileSuspended: true, whileBanned: false } as const;

/** Rooms that a purchase opened, and their messages. */
export const chats = {
  rooms: endpoint({
    method: "GET",
    path: "/api/chat/rooms",
    ...reading,
    query: object({
      limit: limitOf(pageSize.max, pageSize.rooms),
      cursor: string().max(1_000, "cursor가 올바르지 않습니다."),
    }),
    response: object({ chatRooms: listOf(chatRoom) }).noUnknown(),
    errors: ["VALIDATION"],
  }),
  room: endpoint({
    method: "GET",
    path: "/api/chat/rooms/:roomId",
    ...reading,
    response: object({ chatRoom: chatRoomDetail }).noUnknown(),
    errors: ["NOT_FOUND"],
  }),
  messages: endpoint({
    method: "GET",
    path: "/api/chat/rooms/:roomId/messages",
    ...reading,
    query: messageQuery,
    response: object({
      messages: array(chatMessage).required(),
      readUpTo: optionalId,
    }).noUnknown(),
    errors: ["NOT_FOUND", "VALIDATION"],
  }),
  send: endpoint({
    method: "POST",
    path: "/api/chat/rooms/:roomId/messages",
    access: "member",
    whileSuspended: false,
    whileBanned: false,
    idempotent: true,
    limit: "chat",
    body: messageForm,
    response: object({ message: chatMessage }).noUnknown(),
    status: 201,
    errors: ["NOT_FOUND", "ROOM_INACTIVE"],
  }),
  read: endpoint({
    method: "POST",
    path: "/api/chat/rooms/:roomId/read",
    ...reading,
    body: object({
      upTo: uuidText("upTo가 올바르지 않습니다.").required("어디까지 읽었는지 알려주세요."),
    }),
    response: object({ unreadCount: countValue }).noUnknown(),
    errors: ["NOT_FOUND"],
  }),
};
