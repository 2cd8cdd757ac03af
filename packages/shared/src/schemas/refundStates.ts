import { boolean, object, string, type InferType } from "yup";
import { deliveryKinds, refundStates } from "../refundStates.ts";
import { listOf, optionalId, optionalText, optionalTime, textValue, timeValue, wonValue } from "./fields.ts";

/** A first access of the buyer's. */
export const delivery = object({
  kind: string().oneOf(deliveryKinds).required(),
  /** Null for the summary, which is of the whole content. */
  fileName: optionalText,
  at: timeValue,
}).noUnknown();
export type Delivery = InferType<typeof delivery>;

/** A request for money back, or an administrator's own refund, as its buyer reads it. */
export const refundProgress = object({
  requestedAt: timeValue,
  /** The end of the day in Korea by which an administrator decides; null where none has to. */
  dueAt: optionalTime,
  /** The buyer's; null for an administrator's refund without a request, and when the provider gave the money back. */
  reason: optionalText,
  decision: string()
    .oneOf(["approve", "deny"] as const)
    .nullable()
    .defined(),
  decisionReason: optionalText,
  decidedAt: optionalTime,
  completedAt: optionalTime,
  /** Whether it came by bank transfer, not by the provider; answers kept from before have none. */
  isTransferred: boolean().optional(),
}).noUnknown();
export type RefundProgress = InferType<typeof refundProgress>;

/** A part of a payment that the provider gave back without us. */
export const partCancel = object({
  amount: wonValue,
  /** When it was seen. */
  at: timeValue,
  /** The provider's, for administrators; else null. */
  reason: optionalText,
}).noUnknown();
export type PartCancel = InferType<typeof partCancel>;

/** The parts, oldest first, without the cancel that ended the sale; answers that were kept from before have none. */
export const partCancels = listOf(partCancel).optional();

/** The fields of an order about its refund. */
export const refundFields = {
  /** The end of the window; null for an order that was free or never became a purchase. */
  refundableUntil: optionalTime,
  /** Absent for free orders. */
  refundState: string().oneOf(refundStates).optional(),
  /** The newest request; null where there is none. */
  refund: refundProgress.nullable().optional(),
  partCancels,
};

/** The caller's own purchase, as the content's page and the library need it. */
export const ownPurchase = object({
  orderNumber: textValue,
  /** The talk with the mentor. */
  chatRoomId: optionalId.optional(),
  /** A newer version came than the buyer has seen; answers that were kept from before have none. */
  hasNewVersion: boolean().optional(),
  ...refundFields,
}).noUnknown();
export type OwnPurchase = InferType<typeof ownPurchase>;
