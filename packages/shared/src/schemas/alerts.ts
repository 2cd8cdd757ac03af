import { boolean, object, string, type InferType } from "yup";
import { textLimits } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import {
  countValue,
  idValue,
  listOf,
  optionalText,
  optionalTime,
  pageQuery,
  textField,
  textValue,
  timeValue,
} from "./fields.ts";

/** An alert. */
export const alert = object({
  id: idValue,
  kind: textValue,
  /** The id of its order, settlement, day or other subject. */
  subject: textValue,
  /** The noted values, and the people and amounts of an order or a payout. */
  detail: listOf(object({ name: textValue, value: textValue }).noUnknown()),
  createdAt: timeValue,
  resolvedAt: optionalTime,
  note: optionalText,
}).noUnknown();
export type Alert = InferType<typeof alert>;

const onlyTrue = "resolved가 true여야 합니다.";

/** The outcome of an alert. */
export const resolveForm = object({
  resolved: boolean().strict().typeError(onlyTrue).required(onlyTrue).isTrue(onlyTrue),
  note: textField(
    "확인한 내용을 입력해주세요.",
    textLimits.reviewNotes,
    `확인한 내용은 ${textLimits.reviewNotes.toLocaleString("ko-KR")}자 이하여야 합니다.`,
  ),
});

/** Input and answer of each call. */
export const alertsSchemas = {
  list: {
    query: pageQuery.concat(
      object({ status: string().oneOf(["open", "resolved"] as const, "status가 올바르지 않습니다.") }),
    ),
    response: object({ alerts: listOf(alert), counts: object({ open: countValue }).noUnknown() }).noUnknown(),
  },
  resolve: { body: resolveForm, response: object({ alert }).noUnknown() },
} satisfies FeatureSchemas;
