import { endpoints, forAdmins } from "./endpoint.ts";
import type { inquiriesSchemas } from "./schemas/inquiries.ts";

/** What a conversation with the administrators is about. */
export const inquiryTypes = [
  "general",
  "report_result",
  "penalty_notice",
  "refund_notice",
  "account_notice",
] as const;
export type InquiryType = (typeof inquiryTypes)[number];

const own = { access: "member", whileSuspended: true, whileBanned: true } as const;

/** Conversations of people with the administrators, from both sides. */
export const inquiries = endpoints<typeof inquiriesSchemas>()({
  mine: { method: "GET", path: "/api/user/admin-chats", ...own, errors: [] },
  create: {
    method: "POST",
    path: "/api/user/admin-chats/create",
    ...own,
    idempotent: true,
    limit: "inquiry",
    status: 201,
    repeatedStatus: 200,
    errors: [],
  },
  messages: {
    method: "GET",
    path: "/api/user/admin-chats/:roomId/messages",
    ...own,
    errors: ["NOT_FOUND", "VALIDATION"],
  },
  send: {
    method: "POST",
    path: "/api/user/admin-chats/:roomId/messages",
    ...own,
    idempotent: true,
    limit: "chat",
    status: 201,
    repeatedStatus: 200,
    errors: ["NOT_FOUND", "ROOM_INACTIVE"],
  },
  /** The inbox: every conversation, or those that wait for an answer; the one with the newest message first. */
  inbox: {
    method: "GET",
    path: "/api/admin/chats",
    ...forAdmins,
    errors: ["VALIDATION"],
  },
  /** The dashboard's tabs: conversations of one type. */
  list: {
    method: "GET",
    path: "/api/admin/chat-rooms",
    ...forAdmins,
    errors: ["VALIDATION"],
  },
  inboxMessages: {
    method: "GET",
    path: "/api/admin/chats/:roomId/messages",
    ...forAdmins,
    errors: ["NOT_FOUND", "VALIDATION"],
  },
  reply: {
    method: "POST",
    path: "/api/admin/chats/:roomId/messages",
    ...forAdmins,
    idempotent: true,
    limit: "chat",
    status: 201,
    repeatedStatus: 200,
    errors: ["NOT_FOUND", "ROOM_INACTIVE"],
  },
});
