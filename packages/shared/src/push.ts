import { endpoints, forMembers } from "./endpoint.ts";
import type { pushSchemas } from "./schemas/push.ts";

/** Kinds of notifications that a person can switch off, each for all of their devices. */
export const pushTopics = ["messages", "sales", "results", "inquiries"] as const;
export type PushTopic = (typeof pushTopics)[number];

/** A push message: the texts of a notification, sealed for one service worker (RFC 8291). */
export interface PushMessage {
  title: string;
  body: string;
  /** Path within the app of what the notification is about. */
  path: string;
  /** A later notification of one tag takes the place of the earlier one. */
  tag: string;
}

/** Web Push (RFC 8030): news for devices on which the app is closed. */
export const push = endpoints<typeof pushSchemas>()({
  /** The key by which browsers know this server's notifications (RFC 8292), and the person's choice of topics. */
  key: { method: "GET", path: "/api/push/key", ...forMembers, errors: [] },
  /** Ends with its session. An address that is known already goes to the person who sends it. */
  subscribe: {
    method: "POST",
    path: "/api/push/subscriptions",
    ...forMembers,
    limit: "push",
    errors: ["VALIDATION"],
  },
  /** A subscription that is not there, or another person's, is answered alike. */
  unsubscribe: {
    method: "DELETE",
    path: "/api/push/subscriptions",
    ...forMembers,
    limit: "push",
    errors: ["VALIDATION"],
  },
  chooseTopics: {
    method: "PUT",
    path: "/api/push/topics",
    ...forMembers,
    limit: "push",
    errors: ["VALIDATION"],
  },
});
