import { boolean, number, object, string, type InferType } from "yup";
import { suspensionDays, textLimits } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { penaltyTypes } from "../penalties.ts";
import {
  countValue,
  flagValue,
  idValue,
  listOf,
  okResponse,
  optionalId,
  optionalText,
  optionalTime,
  textField,
  textValue,
  timeValue,
} from "./fields.ts";

/** A penalty as administrators see it; a warning that also suspends has an end. */
export const penalty = object({
  id: idValue,
  userId: idValue,
  reportId: optionalId,
  adminId: optionalId,
  penaltyType: string().oneOf(penaltyTypes).required(),
  duration: number().oneOf(suspensionDays).defined().nullable(),
  reason: textValue,
  startDate: timeValue,
  endDate: optionalTime,
  isActive: flagValue,
  createdAt: timeValue,
  seenAt: optionalTime,
  liftedAt: optionalTime,
  liftReason: optionalText,
}).noUnknown();
export type Penalty = InferType<typeof penalty>;

/** The standing of a person before an administrator. */
export const standing = {
  warningCount: countValue,
  suspendedUntil: optionalTime,
  isBanned: flagValue,
};

const wrongExpected = "확인한 제재 상태가 올바르지 않습니다.";

/** The standing that an administrator saw when they decided; compared with the standing at the decision. */
export const expectedStanding = object({
  warningCount: number()
    .strict()
    .typeError(wrongExpected)
    .required(wrongExpected)
    .integer(wrongExpected)
    .min(0, wrongExpected),
  suspendedUntil: string()
    .strict()
    .typeError(wrongExpected)
    .defined(wrongExpected)
    .nullable()
    .datetime({ message: wrongExpected, allowOffset: true }),
  isBanned: boolean().strict().typeError(wrongExpected).required(wrongExpected),
}).typeError(wrongExpected);

const pastReport = object({
  id: idValue,
  reportType: textValue,
  status: textValue,
  reportReason: textValue,
  contentTitle: optionalText,
  createdAt: timeValue,
  reviewedAt: optionalTime,
}).noUnknown();

export const liftForm = object({
  isActive: boolean()
    .strict()
    .typeError("제재를 해제하려면 isActive가 false여야 합니다.")
    .required("제재를 해제하려면 isActive가 false여야 합니다.")
    .isFalse("제재를 해제하려면 isActive가 false여야 합니다."),
  reason: textField(
    "해제 사유를 입력해주세요.",
    textLimits.penaltyReason,
    `해제 사유는 ${textLimits.penaltyReason}자 이하여야 합니다.`,
  ),
});

/** Input and answer of each call. */
export const penaltiesSchemas = {
  seen: { response: okResponse },
  lift: { body: liftForm, response: object({ penalty }).noUnknown() },
  history: {
    response: object({
      user: object({
        id: idValue,
        userId: textValue,
        nickname: textValue,
        ...standing,
        banReason: optionalText,
        createdAt: timeValue,
      }).noUnknown(),
      reports: listOf(pastReport),
      penalties: listOf(penalty),
      orders: object({ count: countValue, refunded: countValue }).noUnknown(),
    }).noUnknown(),
  },
} satisfies FeatureSchemas;
