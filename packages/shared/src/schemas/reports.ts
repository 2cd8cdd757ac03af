import { boolean, number, object, string, type InferType } from "yup";
import { suspensionDays, textLimits } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import {
  reportedFields,
  reportFilterNames,
  reportReasons,
  reportStatuses,
  reportTypes,
  type ReportedType,
} from "../reportKinds.ts";
import { maxReportsAtOnce, processPenalties } from "../reports.ts";
import { penaltyTypes } from "../penalties.ts";
import { cleanText, isVisible, lengthOf } from "../text.ts";
import { chatMessage, messageQuery } from "./chats.ts";
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
import { expectedStanding, penalty, standing } from "./penalties.ts";
import { reopenForm, reportAct, reporterRecord, reporterWarningForm, voice } from "./reportActs.ts";

const reasonCodes = reportReasons.map(({ code }) => code);
const reasonField = string()
  .required("신고 사유를 선택해주세요.")
  .oneOf(reasonCodes, "신고 사유를 선택해주세요.");
const detailsField = textField(
  "신고 상세 내용을 입력해주세요.",
  textLimits.reportDetails,
  `신고 상세 내용은 ${textLimits.reportDetails}자 이하여야 합니다.`,
);

/** The fields of the report dialog. */
export const reportForm = object({ reportReason: reasonField, reportDetails: detailsField });

// Not judged further: an id of nothing is 404 in any form.
const target = (message: string) => string().required(message).max(200, message);

/** The target's id, asked for where reports of this type name it so. */
const targetOf = (field: (typeof reportedFields)[ReportedType], message: string) =>
  string().when("reportType", ([reported]: unknown[], schema) =>
    new Map<unknown, string>(Object.entries(reportedFields)).get(reported) === field
      ? schema.required(message).max(200, message)
      : schema.optional().strip(),
  );

const targetReportForm = reportForm.concat(
  object({
    reportType: string()
      .required("신고 유형이 올바르지 않습니다.")
      // Object.keys forgets which keys there are.
      .oneOf(Object.keys(reportedFields) as ReportedType[], "신고 유형이 올바르지 않습니다."),
    contentId: targetOf("contentId", "신고할 콘텐츠를 선택해주세요."),
    commentId: targetOf("commentId", "신고할 댓글을 선택해주세요."),
    ratingId: targetOf("ratingId", "신고할 후기를 선택해주세요."),
    questionId: targetOf("questionId", "신고할 문의를 선택해주세요."),
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
  /** The comment, rating or question that a report is about; its content is named beside it. */
  commentId: optionalId,
  ratingId: optionalId,
  questionId: optionalId,
  /** The reported words, of an answer those of the answer; null where their author took them away. */
  commentText: optionalText,
  /** Nicknames at the time of the report; null where no evidence of it is kept. */
  nicknamesThen: object({ reporter: textValue, reportedUser: textValue }).noUnknown().nullable().defined(),
  voices: countValue,
  /** Active penalties that were imposed after this open report was made, for other reports about its target. */
  targetPenalties: listOf(
    object({ penaltyType: string().oneOf(penaltyTypes).required(), createdAt: timeValue }).noUnknown(),
  ).optional(),
  /** Whether this report of fraud holds a payout now; said in its case alone. */
  holdsPayouts: boolean().optional(),
  createdAt: timeValue,
  reviewedAt: optionalTime,
  reviewNotes: optionalText,
  /** The last decision; null while there is none. */
  lastAct: reportAct.nullable().defined(),
}).noUnknown();
export type Report = InferType<typeof report>;

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

/** Widens a call about a report: to all open ones about its target, or to those that were decided together with it. */
const voicesForm = object({
  includeVoices: boolean().strict().typeError("includeVoices가 올바르지 않습니다.").optional(),
});

const newestVoiceForm = object({ newestVoiceId: uuidText("newestVoiceId가 올바르지 않습니다.") });

/**
 * The decision about a report, or with `includeVoices` about all open ones that are about the same target: without those
 * that came after `newestVoiceId`, the newest one that its administrator knew of.
 */
export const processForm = decisionOnStanding.concat(voicesForm).concat(newestVoiceForm);

/**
 * The decision about several reports at once: the same for all of them. `expected` holds for all people whom they are
 * about; `expectedByUser` for one person, where they are about several.
 */
export const batchForm = decisionOnStanding.concat(
  object({
    expectedByUser: boundedList(
      expectedStanding.concat(object({ userId: uuidText().required() })),
      maxReportsAtOnce,
      `신고는 한 번에 ${maxReportsAtOnce}건까지 처리할 수 있습니다.`,
    ),
    ids: boundedList(
      uuidText("신고를 선택해주세요.").required("신고를 선택해주세요."),
      maxReportsAtOnce,
      `신고는 한 번에 ${maxReportsAtOnce}건까지 처리할 수 있습니다.`,
    )
      .required("신고를 선택해주세요.")
      .min(1, "신고를 선택해주세요."),
  }),
);

/** An administrator's lease of a report, its end unless renewed, and the reason of a fresh takeover. */
const lease = object({
  adminId: idValue,
  nickname: textValue,
  until: timeValue,
  reason: optionalText,
}).noUnknown();
export type Lease = InferType<typeof lease>;
const leaseOf = lease.concat(object({ reportId: idValue })).noUnknown();

const noTakeOverReason = "이어받는 이유를 입력해주세요.";

/** Taking the lease of a report; from another administrator only with a reason. */
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

/** Input and answer of each call. */
export const reportsSchemas = {
  create: { body: targetReportForm, response: taken },
  createForChat: { body: chatReportForm, response: taken },
  list: {
    query: pageQuery.concat(
      object({
        status: string().oneOf(reportFilterNames, "status가 올바르지 않습니다."),
        type: string().oneOf(reportTypes, "type이 올바르지 않습니다."),
        reason: string().oneOf(reasonCodes, "reason이 올바르지 않습니다."),
        q: string().max(200, "검색어는 200자 이하여야 합니다."),
        group: string().oneOf(["target"] as const, "group이 올바르지 않습니다."),
      }),
    ),
    response: object({
      reports: listOf(report),
      counts: object({
        all: countValue,
        pending: countValue,
        processed: countValue,
        open: countValue.optional(),
        decided: countValue.optional(),
        voices: countValue.optional(),
        pendingVoices: countValue.optional(),
      }).noUnknown(),
    }).noUnknown(),
  },
  get: {
    query: newestVoiceForm,
    response: object({
      report,
      lease: lease.nullable().defined(),
      related: listOf(report),
      sameTarget: countValue,
      /** The newest open report about the same thing, which may be this one. */
      newestVoiceId: optionalId.optional(),
      acts: listOf(reportAct),
      reporter: reporterRecord,
      /** All open reports about the same thing, this one too, so many as a screen can show. */
      voices: listOf(voice),
      /** How many others about the same thing were decided apart from this one. */
      decidedApart: countValue,
    }).noUnknown(),
  },
  process: { body: processForm, response: object({ report }).noUnknown() },
  reopen: { body: reopenForm.concat(voicesForm), response: object({ report }).noUnknown() },
  warnReporter: { body: reporterWarningForm, response: object({ penalty }).noUnknown() },
  processAll: { body: batchForm, response: object({ reports: listOf(report) }).noUnknown() },
  leases: { response: object({ leases: listOf(leaseOf) }).noUnknown() },
  lease: { body: leaseForm, response: object({ lease }).noUnknown() },
  release: { response: object({ lease: lease.nullable().defined() }).noUnknown() },
  messages: {
    query: messageQuery.concat(
      object({
        // An id of nothing is 404 in any form.
        reportId: string().max(200, "reportId가 올바르지 않습니다."),
        chatRoomId: string().max(200, "chatRoomId가 올바르지 않습니다."),
      }),
    ),
    response: object({
      messages: listOf(
        chatMessage.concat(object({ sender: object({ nickname: textValue }).noUnknown() })).noUnknown(),
      ),
    }).noUnknown(),
  },
} satisfies FeatureSchemas;
