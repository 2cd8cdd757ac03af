import { boolean, number, object, string, type InferType } from "yup";
import { chatMessage, messageQuery } from "./chats.ts";
import { reportReasons, reportTypes, suspensionDays, textLimits } from "./constants.ts";
import { endpoint, forAdmins } from "./endpoint.ts";
import {
  boundedList,
  countValue,
  idValue,
  listOf,
  optionalId,
  optionalText,
  optionalTime,
  pageQuery,
  textField,
  textValue,
  timeValue,
  uuidText,
} from "./fields.ts";
import { expectedStanding, penalty, penaltyTypes, standing } from "./penalties.ts";
import { reopenForm, reportAct, reporterRecord, reporterWarningForm, voice } from "./reportActs.ts";
import { cleanText, isVisible, lengthOf } from "./text.ts";

/** The states of a report: pending and reviewed are open, the others final. */
export const reportStatuses = ["pending", "reviewed", "resolved", "dismissed"] as const;
export type ReportStatus = (typeof reportStatuses)[number];

const statusLabels: Record<ReportStatus, string> = {
  pending: "대기중",
  reviewed: "검토중",
  resolved: "해결됨",
  dismissed: "기각됨",
};

/** Korean label of a report's state. */
export const reportStatusLabel = (status: ReportStatus): string => statusLabels[status];

const reasonCodes = reportReasons.map(({ code }) => code);
const reasonField = string()
  .required("신고 사유를 선택해주세요.")
  .oneOf(reasonCodes, "신고 사유를 선택해주세요.");
const detailsField = textField(
  "신고 상세 내용을 입력해주세요.",
  textLimits.reportDetails,
  `신고 상세 내용은 ${textLimits.reportDetails}자 이하여야 합니다.`,
);

/** What the dialog asks, whatever is reported. */
export const reportForm = object({ reportReason: reasonField, reportDetails: detailsField });

// Not judged further: an id of nothing is 404, whatever it looks like.
const target = (message: string) => string().required(message).max(200, message);

/** The id of what is reported, asked for where the report is of this type. */
const targetOf = (type: "content" | "comment", message: string) =>
  string().when("reportType", ([reported]: unknown[], schema) =>
    reported === type ? schema.required(message).max(200, message) : schema.optional().strip(),
  );

const targetReportForm = reportForm.concat(
  object({
    reportType: string()
      .required("신고 유형이 올바르지 않습니다.")
      .oneOf(["content", "comment"] as const, "신고 유형이 올바르지 않습니다."),
    contentId: targetOf("content", "신고할 콘텐츠를 선택해주세요."),
    commentId: targetOf("comment", "신고할 댓글을 선택해주세요."),
  }),
);
const chatReportForm = reportForm.concat(
  object({
    chatRoomId: target("신고할 대화를 선택해주세요."),
    reportedUserId: target("신고할 상대를 선택해주세요."),
  }),
);

/**
 * A report as administrators see it; `openReports` counts all that wait or are looked at about the person, `voices`
 * those about the same target: the content, the comment, or the person in that room.
 */
export const report = object({
  id: idValue,
  reportType: string().oneOf(reportTypes).required(),
  status: string().oneOf(reportStatuses).required(),
  reportReason: textValue,
  reportDetails: textValue,
  reporter: object({ id: idValue, nickname: textValue }).noUnknown(),
  reportedUser: object({
    id: idValue,
    nickname: textValue,
    ...standing,
    openReports: countValue,
  }).noUnknown(),
  contentId: optionalId,
  contentTitle: optionalText,
  chatRoomId: optionalId,
  /** The comment that a report is about; its content is named beside it. */
  commentId: optionalId,
  voices: countValue,
  createdAt: timeValue,
  reviewedAt: optionalTime,
  reviewNotes: optionalText,
}).noUnknown();
export type Report = InferType<typeof report>;

/** What the process dialog can impose: none, or a penalty. */
export const processPenalties = ["none", ...penaltyTypes] as const;

/** Whether the fields of a penalty count: they are read of a resolution alone. */
const imposes = (status: unknown, type: unknown): boolean =>
  status === "resolved" && typeof type === "string" && type !== "none";

const tooLongReason = `제재 사유는 ${textLimits.penaltyReason}자 이하여야 합니다.`;
const noReason = "제재를 적용할 때는 제재 사유를 입력해주세요.";
const cleaned = (value: unknown) => (typeof value === "string" ? cleanText(value) : value);

/** What a person fills in to decide about a report. */
export const decisionForm = object({
  status: string()
    .required("처리 상태를 선택해주세요.")
    .oneOf(["reviewed", "resolved", "dismissed"] as const, "처리 상태를 선택해주세요."),
  reviewNotes: string()
    .transform(cleaned)
    .nullable()
    .test(
      "max",
      `검토 메모는 ${textLimits.reviewNotes.toLocaleString("ko-KR")}자 이하여야 합니다.`,
      (value) => value == null || lengthOf(value) <= textLimits.reviewNotes,
    ),
  penaltyType: string().oneOf(processPenalties, "제재 유형이 올바르지 않습니다.").default("none"),
  duration: number()
    .transform((value: unknown, original: unknown) => (original === "" ? null : value))
    .nullable()
    .typeError("서비스 이용 정지 시 기간을 선택해주세요.")
    .when(["status", "penaltyType"], ([status, type]: unknown[], schema) =>
      imposes(status, type) && type === "suspension"
        ? schema
            .required("서비스 이용 정지 시 기간을 선택해주세요.")
            .oneOf([...suspensionDays], "정지 기간은 1일, 7일, 30일 중에서 선택해주세요.")
        : schema,
    ),
  reason: string()
    .transform(cleaned)
    .nullable()
    .when(["status", "penaltyType"], ([status, type]: unknown[], schema) =>
      imposes(status, type)
        ? schema
            .required(noReason)
            .test("visible", noReason, (value) => isVisible(value))
            .test("max", tooLongReason, (value) => lengthOf(value) <= textLimits.penaltyReason)
        : schema,
    ),
});

/** A decision whose penalty is refused where the person does not stand as `expected` any more. */
export const decisionOnStanding = decisionForm.concat(
  object({ expected: expectedStanding.default(undefined).notRequired() }),
);

/** The decision about a report, or with `includeVoices` about all open ones that are about the same target. */
export const processForm = decisionOnStanding.concat(
  object({
    includeVoices: boolean().strict().typeError("includeVoices가 올바르지 않습니다.").optional(),
  }),
);

/** So many reports are decided about at once at most. */
export const mostReportsAtOnce = 50;

/**
 * The decision about several reports at once: the same for all of them. `expected` holds for everybody whom they are
 * about; `expectedByUser` says it of one person, where they are about several.
 */
export const batchForm = decisionOnStanding.concat(
  object({
    expectedByUser: boundedList(
      expectedStanding.concat(object({ userId: uuidText().required() })),
      mostReportsAtOnce,
      `신고는 한 번에 ${mostReportsAtOnce}건까지 처리할 수 있습니다.`,
    ),
    ids: boundedList(
      uuidText("신고를 선택해주세요.").required("신고를 선택해주세요."),
      mostReportsAtOnce,
      `신고는 한 번에 ${mostReportsAtOnce}건까지 처리할 수 있습니다.`,
    )
      .required("신고를 선택해주세요.")
      .min(1, "신고를 선택해주세요."),
  }),
);

/** For so long an administrator is known to be at a report after they last said so. */
export const leaseMinutes = 5;

/** Who is at a report, until when unless they say so again, and why where they have just taken it over. */
const lease = object({
  adminId: idValue,
  nickname: textValue,
  until: timeValue,
  reason: optionalText,
}).noUnknown();
export type Lease = InferType<typeof lease>;
const leaseOf = lease.concat(object({ reportId: idValue })).noUnknown();

const noTakeOverReason = "이어받는 이유를 입력해주세요.";

/** Coming to a report; from another administrator it is taken over with a reason only. */
export const leaseForm = object({
  takeOver: boolean().strict().typeError("takeOver가 올바르지 않습니다.").default(false),
  reason: string()
    .transform(cleaned)
    .nullable()
    .when("takeOver", ([takeOver]: unknown[], schema) =>
      takeOver === true
        ? schema
            .required(noTakeOverReason)
            .test("visible", noTakeOverReason, (value) => isVisible(value))
            .test(
              "max",
              `이어받는 이유는 ${textLimits.penaltyReason}자 이하여야 합니다.`,
              (value) => lengthOf(value) <= textLimits.penaltyReason,
            )
        : schema,
    ),
});

const taken = object({
  report: object({ id: idValue, status: string().oneOf(reportStatuses).required() }).noUnknown(),
}).noUnknown();
const reporting = {
  access: "member",
  whileSuspended: true,
  whileBanned: false,
  idempotent: true,
  limit: "report",
} as const;
/** Reports of contents and of people in a room, and what administrators do with them. */
export const reports = {
  create: endpoint({
    method: "POST",
    path: "/api/reports",
    ...reporting,
    body: targetReportForm,
    response: taken,
    status: 201,
    errors: ["VALIDATION", "PURCHASE_REQUIRED", "CANNOT_REPORT_ADMIN", "NOT_FOUND", "ALREADY_REPORTED"],
  }),
  createForChat: endpoint({
    method: "POST",
    path: "/api/chat/reports",
    ...reporting,
    body: chatReportForm,
    response: taken,
    status: 201,
    errors: ["VALIDATION", "CANNOT_REPORT_ADMIN", "NOT_FOUND", "ALREADY_REPORTED"],
  }),
  /** With `group` the open ones about the same target are one row, for which the oldest of them that is asked for stands. */
  list: endpoint({
    method: "GET",
    path: "/api/admin/reports",
    ...forAdmins,
    query: pageQuery.concat(
      object({
        status: string().oneOf([...reportStatuses, "processed"] as const, "status가 올바르지 않습니다."),
        type: string().oneOf(reportTypes, "type이 올바르지 않습니다."),
        reason: string().oneOf(reasonCodes, "reason이 올바르지 않습니다."),
        q: string().max(200, "검색어는 200자 이하여야 합니다."),
        group: string().oneOf(["target"] as const, "group이 올바르지 않습니다."),
      }),
    ),
    response: object({
      reports: listOf(report),
      counts: object({ all: countValue, pending: countValue, processed: countValue }).noUnknown(),
    }).noUnknown(),
    errors: ["VALIDATION"],
  }),
  /**
   * One report, who is at it, and the other open ones about the same person: those about the same target first, then the
   * oldest, so many as are decided about at once. `sameTarget` counts all that are about the target.
   */
  get: endpoint({
    method: "GET",
    path: "/api/admin/reports/:reportId",
    ...forAdmins,
    response: object({
      report,
      lease: lease.nullable().defined(),
      related: listOf(report),
      sameTarget: countValue,
      acts: listOf(reportAct),
      reporter: reporterRecord,
      /** All open reports about the same thing, this one too, so many as a screen can show. */
      voices: listOf(voice),
    }).noUnknown(),
    errors: ["NOT_FOUND"],
  }),
  process: endpoint({
    method: "PUT",
    path: "/api/admin/reports/:reportId",
    ...forAdmins,
    changesContents: true,
    idempotent: true,
    body: processForm,
    response: object({ report }).noUnknown(),
    errors: [
      "VALIDATION",
      "NOT_FOUND",
      "ALREADY_PROCESSED",
      "LEASED",
      "STANDING_CHANGED",
      "PASSWORD_REQUIRED",
    ],
  }),
  /** Takes a decided report up again. What was decided stays written down, and a penalty until it is lifted. */
  reopen: endpoint({
    method: "POST",
    path: "/api/admin/reports/:reportId/reopen",
    ...forAdmins,
    idempotent: true,
    body: reopenForm,
    response: object({ report }).noUnknown(),
    errors: ["VALIDATION", "NOT_FOUND", "NOT_PROCESSED", "ALREADY_REPORTED"],
  }),
  /** Warns who made a report that was dismissed: the ladder is everybody's. */
  warnReporter: endpoint({
    method: "POST",
    path: "/api/admin/reports/:reportId/reporter-warning",
    ...forAdmins,
    idempotent: true,
    changesContents: true,
    body: reporterWarningForm,
    response: object({ penalty }).noUnknown(),
    status: 201,
    errors: [
      "VALIDATION", "NOT_FOUND", "NOT_PROCESSED", "ALREADY_PROCESSED", "STANDING_CHANGED", "PASSWORD_REQUIRED",
    ], // prettier-ignore
  }),
  /** The same decision about all of them or none; somebody whom several are about gets the penalty once. */
  processAll: endpoint({
    method: "POST",
    path: "/api/admin/reports/batch",
    ...forAdmins,
    idempotent: true,
    changesContents: true,
    body: batchForm,
    response: object({ reports: listOf(report) }).noUnknown(),
    errors: [
      "VALIDATION",
      "NOT_FOUND",
      "ALREADY_PROCESSED",
      "LEASED",
      "STANDING_CHANGED",
      "PASSWORD_REQUIRED",
    ],
  }),
  /** Who is at which report now. */
  leases: endpoint({
    method: "GET",
    path: "/api/admin/reports/leases",
    ...forAdmins,
    response: object({ leases: listOf(leaseOf) }).noUnknown(),
    errors: [],
  }),
  /** Says that the caller is at a report, for some minutes; another administrator's is taken over with a reason. */
  lease: endpoint({
    method: "PUT",
    path: "/api/admin/reports/:reportId/lease",
    ...forAdmins,
    body: leaseForm,
    response: object({ lease }).noUnknown(),
    errors: ["VALIDATION", "NOT_FOUND", "ALREADY_PROCESSED", "LEASED"],
  }),
  /** The caller leaves a report. */
  release: endpoint({
    method: "DELETE",
    path: "/api/admin/reports/:reportId/lease",
    ...forAdmins,
    response: object({ lease: lease.nullable().defined() }).noUnknown(),
    errors: ["NOT_FOUND", "LEASED"],
  }),
  /** The talk that a report is about, or that of a room; reading it is written down. */
  messages: endpoint({
    method: "GET",
    path: "/api/admin/chat-messages",
    ...forAdmins,
    query: messageQuery.concat(
      object({
        reportId: uuidText("reportId가 올바르지 않습니다."),
        chatRoomId: uuidText("chatRoomId가 올바르지 않습니다."),
      }),
    ),
    response: object({
      messages: listOf(
        chatMessage.concat(object({ sender: object({ nickname: textValue }).noUnknown() })).noUnknown(),
      ),
    }).noUnknown(),
    errors: ["VALIDATION", "NOT_FOUND"],
  }),
};
