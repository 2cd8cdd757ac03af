import { endpoints, forMembers } from "./endpoint.ts";
import type { chatsSchemas } from "./schemas/chats.ts";

/** Rooms that a purchase opened, and their messages. */
export const chats = endpoints<typeof chatsSchemas>()({
  rooms: {
    method: "GET",
    path: "/api/chat/rooms",
    ...forMembers,
    errors: ["VALIDATION"],
  },
  room: {
    method: "GET",
    path: "/api/chat/rooms/:roomId",
    ...forMembers,
    errors: ["NOT_FOUND"],
  },
  messages: {
    method: "GET",
    path: "/api/chat/rooms/:roomId/messages",
    ...forMembers,
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
    ...forMembers,
    errors: ["NOT_FOUND"],
  },
});
