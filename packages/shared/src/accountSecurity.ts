import { endpoints, forMembers } from "./endpoint.ts";
import type { accountSecuritySchemas } from "./schemas/accountSecurity.ts";

/** Events of an account that its owner should know of. */
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

/** The sessions of an account, and its events. */
export const accountSecurity = endpoints<typeof accountSecuritySchemas>()({
  sessions: {
    method: "GET",
    path: "/api/auth/sessions",
    ...forMembers,
    errors: [],
  },
  /** Ends one of the caller's own sessions; the current one is signed out. */
  endSession: {
    method: "DELETE",
    path: "/api/auth/sessions/:sessionId",
    ...forMembers,
    errors: ["NOT_FOUND"],
  },
  events: {
    method: "GET",
    path: "/api/auth/security-events",
    ...forMembers,
    errors: ["VALIDATION"],
  },
});
