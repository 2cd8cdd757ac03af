import type { ChatMessage, ChatRoom, ChatRoomDetail } from "@knowhow/shared";
import { buildUser } from "../../testing/users.ts";

export const me = buildUser();
export const otherId = "01900000-0000-7000-8000-0000000000bb";
export const roomId = "01900000-0000-7000-8000-0000000000c1";
const contentId = "01900000-0000-7000-8000-0000000000d1";

/** The id of the n-th message of a room: ids grow with time. */
export const messageId = (at: number): string => `01900000-0000-7000-9000-${String(at).padStart(12, "0")}`;

/** A message of the other side, as the server would send it. */
export const buildMessage = (at: number, overrides: Partial<ChatMessage> = {}): ChatMessage => ({
  id: messageId(at),
  senderId: otherId,
  message: `메시지 ${at}`,
  messageType: "text",
  clientId: null,
  isRead: false,
  createdAt: "2026-11-21T00:00:00.000Z",
  ...overrides,
});

/** A room in which the person is the buyer. */
export const buildDetail = (overrides: Partial<ChatRoomDetail> = {}): ChatRoomDetail => ({
  id: roomId,
  buyerId: me.id,
  sellerId: otherId,
  buyerNickname: me.nickname,
  sellerNickname: "지현",
  buyerProfileImage: null,
  sellerProfileImage: null,
  content: { id: contentId, title: "여행 영어" },
  status: "active",
  ...overrides,
});

/** The same as an entry of the list. */
export const buildRoom = (overrides: Partial<ChatRoom> = {}): ChatRoom => ({
  id: roomId,
  buyerId: me.id,
  sellerId: otherId,
  buyer: { nickname: me.nickname, profileImageUrl: null },
  seller: { nickname: "지현", profileImageUrl: null },
  content: { id: contentId, title: "여행 영어", category: "language", price: 10_000 },
  lastMessage: { message: "안녕하세요", senderId: otherId, createdAt: "2026-11-21T00:00:00.000Z" },
  lastMessageAt: "2026-11-21T00:00:00.000Z",
  unreadCount: 0,
  status: "active",
  ...overrides,
});
