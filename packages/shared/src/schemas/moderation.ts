import { object, string } from "yup";
import { textLimits } from "../constants.ts";
import { moderationStates } from "../moderation.ts";
import { optionalText, textField, textValue, timeValue } from "./fields.ts";

/** Takes something down, or puts it back; its author reads the reason. */
export const moderationForm = object({
  state: string()
    .required("숨길지 다시 공개할지 선택해주세요.")
    .oneOf(moderationStates, "숨길지 다시 공개할지 선택해주세요."),
  reason: textField(
    "사유를 입력해주세요.",
    textLimits.penaltyReason,
    `사유는 ${textLimits.penaltyReason}자 이하여야 합니다.`,
  ),
});

/** Whether words are hidden, and why. */
export const hidingValues = {
  state: string().oneOf(moderationStates).required(),
  hiddenReason: optionalText,
};

/** The seller's answer to words; once hidden, it comes to the seller and to administrators alone. */
export const answerValue = object({ text: textValue, at: timeValue, ...hidingValues })
  .noUnknown()
  .defined()
  .nullable();
