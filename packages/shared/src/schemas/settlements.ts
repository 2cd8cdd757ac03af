import { object, string, type InferType } from "yup";
import type { FeatureSchemas } from "../endpoint.ts";
import { orderStatuses } from "../orders.ts";
import { settlementStatuses } from "../settlements.ts";
import {
  idValue,
  listOf,
  optionalText,
  optionalTime,
  pageQuery,
  priceValue,
  textValue,
  timeValue,
  wonValue,
} from "./fields.ts";
import { partCancels } from "./refundStates.ts";
import { dayRange } from "./seller.ts";

/** What a seller gets for one order, and where the buyer's money went. */
export const settlement = object({
  id: idValue,
  orderNumber: textValue,
  contentTitle: textValue,
  /** The seller's share in won. */
  amount: wonValue,
  status: string().oneOf(settlementStatuses).required(),
  /** Korean, ready to show; null unless held. */
  heldReason: optionalText,
  /** The end of a hold that time alone ends, after which it is paid on `payoutDay`; answers kept from before have none. */
  heldUntil: optionalTime.optional(),
  /** Why all that the seller is owed waits, maybe for a lesser reason than that; answers kept from before have none. */
  sellerHoldReason: optionalText.optional(),
  payableAt: timeValue,
  /** The working day of the provider, `2026-11-23`, on which it is paid; null where no day is known, else absent in older answers. */
  payoutDay: string().nullable().optional(),
  settledAt: optionalTime,
  bankName: optionalText,
  /** Masked but for the last four digits. */
  accountNumber: optionalText,
  paidAt: optionalTime,
  price: priceValue,
  /** What the buyer paid; what of it is not the seller's are the two fees. */
  paidAmount: wonValue,
  orderStatus: string().oneOf(orderStatuses).required(),
  refundedAt: optionalTime,
  /** The seller's debt because its order was given back after the payout, and the part that is back already. */
  clawbackAmount: wonValue,
  recoveredAmount: wonValue,
  /** The part of it that is not taken from payouts any more: it came back another way, or was written off. */
  closedAmount: wonValue,
  /** The part of this payout that is kept back for earlier ones whose orders were given back. */
  withheldAmount: wonValue,
  partCancels,
  /** How much of these parts an administrator has judged, the oldest first; answers kept from before have none. */
  judgedCancelAmount: wonValue.optional(),
  /** How, when and why an administrator ended what the seller owed; null while none has. */
  closure: object({
    decision: string()
      .oneOf(["receive", "writeOff"] as const)
      .required(),
    at: timeValue,
    reason: textValue,
  })
    .noUnknown()
    .nullable()
    .optional(),
}).noUnknown();
export type Settlement = InferType<typeof settlement>;

/** Input and answer of each call. */
export const settlementsSchemas = {
  list: { query: pageQuery.concat(dayRange), response: listOf(settlement) },
} satisfies FeatureSchemas;
