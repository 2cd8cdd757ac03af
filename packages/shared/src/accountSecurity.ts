import { array, object, string, type InferType } from "yup";
import { endpoint } from "./endpoint.ts";
import {
  flagValue,
  idValue,
  listOf,
  okResponse,
  optionalText,
  pageQuery,
  textValue,
  timeValue,
} from "./fields.ts";

/** What can happen to an account that its owner should know of. */
export const securityEventKinds = [
  "registered",
  "signed_in",
  "signed_in_temporary",
  "temporary_password_issued",
  "password_changed",
  "password_refused",
  "account_changed",
  "bank_account_changed",
  "session_ended",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** Days for which what happened to an account is kept. */
export const securityEventDays = 90;

const device = object({
  browser: optionalText,
  os: optionalText,
  type: string().oneOf(["desktop", "mobile", "tablet", "console", "unknown"]).required(),
})
  .noUnknown()
  .nullable()
  .defined();

/** A browser that is signed in to the account; the address names its network only. */
export const accountSession = object({
  id: idValue,
  device,
  address: optionalText,
  createdAt: timeValue,
  usedAt: timeValue,
  isCurrent: flagValue,
}).noUnknown();
export type AccountSession = InferType<typeof accountSession>;

export const securityEvent = object({
  id: idValue,
  kind: string().oneOf(securityEventKinds).required(),
  /** Which of the account's fields were changed. */
  fields: array(textValue).required(),
  device,
  address: optionalText,
  createdAt: timeValue,
}).noUnknown();
export type SecurityEvent = InferType<typeof securityEvent>;

const own = { access: "member", whileSuspended: true, whileBanned: false } as const;

/** Where somebody is signed in, and what happened to their account. */
export const accountSecurity = {
  sessions: endpoint({
    method: "GET",
    path: "/api/auth/sessions",
    ...own,
    response: listOf(accountSession),
    errors: [],
  }),
  /** Ends one of the caller's own sessions; the current one is signed out. */
  endSession: endpoint({
    method: "DELETE",
    path: "/api/auth/sessions/:sessionId",
    ...own,
    response: okResponse,
    errors: ["NOT_FOUND"],
  }),
  events: endpoint({
    method: "GET",
    path: "/api/auth/security-events",
    ...own,
    query: pageQuery,
    response: listOf(securityEvent),
    errors: ["VALIDATION"],
  }),
};
