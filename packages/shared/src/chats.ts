import { endpoints } from "./endpoint.ts";
import type { chatsSchemas } from "./schemas/chats.ts";

const reading = { access: "member", whileSuspended: true, whileBanned: false } as const;

/** Rooms that a purchase opened, and their messages. */
export const chats = endpoints<typeof chatsSchemas>()({
  rooms: {
    method: "GET",
    path: "/api/chat/rooms",
    ...reading,
    errors: ["VALIDATION"],
  },
  room: {
    method: "GET",
    path: "/api/chat/rooms/:roomId",
    ...reading,
    errors: ["NOT_FOUND"],
  },
  messages: {
    method: "GET",
    path: "/api/chat/rooms/:roomId/messages",
    ...reading,
    errors: ["NOT_FOUND", "VALIDATION"],
  },
  send: {
    method: "POST",
    path: "/api/chat/rooms/:roomId/messages",
    access: "member",
    whileSuspended: false,
    whileBanned: false,
    idempotent: true,
    limit: "chat",
    status: 201,
    repeatedStatus: 200,
    errors: ["NOT_FOUND", "ROOM_INACTIVE"],
  },
  read: {
    method: "POST",
    path: "/api/chat/rooms/:roomId/read",
    ...reading,
    errors: ["NOT_FOUND"],
  },
});
