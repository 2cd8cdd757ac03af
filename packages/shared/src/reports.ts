import { endpoints, forAdmins } from "./endpoint.ts";
import { penaltyTypes } from "./penalties.ts";
import type { reportsSchemas } from "./schemas/reports.ts";

/** What the process dialog can impose: none, or a penalty. */
export const processPenalties = ["none", ...penaltyTypes] as const;

/** So many reports are decided about at once at most. */
export const maxReportsAtOnce = 50;

/** For so long an administrator is known to be at a report after they last said so. */
export const leaseMinutes = 5;
const reporting = {
  access: "member",
  whileSuspended: true,
  whileBanned: false,
  idempotent: true,
  limit: "report",
} as const;
/** Reports of contents, of words at them and of people in a room, and what administrators do with them. */
export const reports = endpoints<typeof reportsSchemas>()({
  create: {
    method: "POST",
    path: "/api/reports",
    ...reporting,
    status: 201,
    errors: ["VALIDATION", "PURCHASE_REQUIRED", "CANNOT_REPORT_ADMIN", "NOT_FOUND", "ALREADY_REPORTED"],
  },
  createForChat: {
    method: "POST",
    path: "/api/chat/reports",
    ...reporting,
    status: 201,
    errors: ["VALIDATION", "CANNOT_REPORT_ADMIN", "NOT_FOUND", "ALREADY_REPORTED"],
  },
  /**
   * With `group` the open ones about the same target are one row, for which the oldest of them that is asked for stands:
   * one under review stands for none where the pending ones are asked for. `counts` are of rows then, those that are open
   * and those that are decided too; `voices` and `pendingVoices` say how many reports are open and pending in them.
   */
  list: {
    method: "GET",
    path: "/api/admin/reports",
    ...forAdmins,
    errors: ["VALIDATION"],
  },
  /**
   * One report, the administrator at it, and the other open ones about the same person: those about the same target
   * first, then the oldest, at most as many as one decision covers. `sameTarget` counts all that are about the target, or
   * those of them that came no later than the report `newestVoiceId`.
   */
  get: {
    method: "GET",
    path: "/api/admin/reports/:reportId",
    ...forAdmins,
    errors: ["VALIDATION", "NOT_FOUND"],
  },
  process: {
    method: "PUT",
    path: "/api/admin/reports/:reportId",
    ...forAdmins,
    changesContents: true,
    idempotent: true,
    errors: [
      "VALIDATION",
      "NOT_FOUND",
      "ALREADY_PROCESSED",
      "LEASED",
      "STANDING_CHANGED",
      "PASSWORD_REQUIRED",
    ],
  },
  /**
   * Reopens a decided report, with `includeVoices` those too that were decided together with it about its target. Their
   * decisions stay in the record, and a penalty until it is lifted.
   */
  reopen: {
    method: "POST",
    path: "/api/admin/reports/:reportId/reopen",
    ...forAdmins,
    idempotent: true,
    errors: ["VALIDATION", "NOT_FOUND", "NOT_PROCESSED", "ALREADY_REPORTED"],
  },
  /** Warns the reporter of a dismissed report: the warning counts like any other. */
  warnReporter: {
    method: "POST",
    path: "/api/admin/reports/:reportId/reporter-warning",
    ...forAdmins,
    idempotent: true,
    changesContents: true,
    status: 201,
    errors: [
      "VALIDATION", "NOT_FOUND", "NOT_PROCESSED", "ALREADY_PROCESSED", "STANDING_CHANGED", "PASSWORD_REQUIRED",
    ], // oxfmt-ignore
  },
  /** The same decision about all of them or none; a person whom several are about gets the penalty once. */
  processAll: {
    method: "POST",
    path: "/api/admin/reports/batch",
    ...forAdmins,
    idempotent: true,
    changesContents: true,
    errors: [
      "VALIDATION",
      "NOT_FOUND",
      "ALREADY_PROCESSED",
      "LEASED",
      "STANDING_CHANGED",
      "PASSWORD_REQUIRED",
    ],
  },
  /** The leases of reports. */
  leases: {
    method: "GET",
    path: "/api/admin/reports/leases",
    ...forAdmins,
    errors: [],
  },
  /** Says that the caller is at a report, for some minutes; another administrator's is taken over with a reason. */
  lease: {
    method: "PUT",
    path: "/api/admin/reports/:reportId/lease",
    ...forAdmins,
    errors: ["VALIDATION", "NOT_FOUND", "ALREADY_PROCESSED", "LEASED"],
  },
  /** The caller leaves a report. */
  release: {
    method: "DELETE",
    path: "/api/admin/reports/:reportId/lease",
    ...forAdmins,
    errors: ["NOT_FOUND", "LEASED"],
  },
  /** The talk that a report is about, or that of a room; reading it is written down. */
  messages: {
    method: "GET",
    path: "/api/admin/chat-messages",
    ...forAdmins,
    errors: ["VALIDATION", "NOT_FOUND"],
  },
});
