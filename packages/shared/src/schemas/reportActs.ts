import { object, string, type InferType } from "yup";
import { textLimits } from "../constants.ts";
import { countValue, idValue, optionalId, optionalText, textField, textValue, timeValue } from "./fields.ts";
import { expectedStanding, penalty, standing } from "./penalties.ts";

/** Why a decided report is reopened. */
export const reopenForm = object({
  reason: textField(
    "다시 검토하는 사유를 입력해주세요.",
    textLimits.penaltyReason,
    `다시 검토하는 사유는 ${textLimits.penaltyReason}자 이하여야 합니다.`,
  ),
});

/** Warns the reporter because of their report; refused where their standing is not `expected` any more. */
export const reporterWarningForm = object({
  reason: textField(
    "경고 사유를 입력해주세요.",
    textLimits.penaltyReason,
    `경고 사유는 ${textLimits.penaltyReason}자 이하여야 합니다.`,
  ),
  expected: expectedStanding.default(undefined).notRequired(),
});

/**
 * What an administrator decided about a report, when, and with which penalty; of a reopening why. An administrator who
 * has left has neither id nor name.
 */
export const reportAct = object({
  kind: string()
    .oneOf(["reviewed", "resolved", "dismissed", "reopened"] as const)
    .required(),
  adminId: optionalId,
  adminNickname: optionalText,
  notes: optionalText,
  at: timeValue,
  penalty: penalty.nullable().defined(),
}).noUnknown();
export type ReportAct = InferType<typeof reportAct>;

/** A reporter, with the counts of their other reports, and their standing. */
export const reporterRecord = object({
  id: idValue,
  nickname: textValue,
  ...standing,
  joinedAt: timeValue,
  reports: countValue,
  dismissed: countValue,
  /** The warning that this report brought them, if it did. */
  penalty: penalty.nullable().defined(),
}).noUnknown();
export type ReporterRecord = InferType<typeof reporterRecord>;

/** Another open report about the same target, as a voice of the case; oldest first. */
export const voice = object({
  reportId: idValue,
  nickname: textValue,
  joinedAt: timeValue,
  reportReason: textValue,
  createdAt: timeValue,
}).noUnknown();
