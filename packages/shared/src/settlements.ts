import { object, string, type InferType } from "yup";
import { endpoint } from "./endpoint.ts";
import { listOf, optionalText, optionalTime, pageQuery, textValue, timeValue, wonValue } from "./fields.ts";

/** The states of a settlement. Allowed moves stand in the database, in one table, and nowhere else. */
export const settlementStatuses = [
  "pending",
  "processing",
  "completed",
  "held",
  "failed",
  "cancelled",
] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];

/** What a seller gets for one order. */
export const settlement = object({
  orderNumber: textValue,
  contentTitle: textValue,
  /** The seller's share in won. */
  amount: wonValue,
  status: string().oneOf(settlementStatuses).required(),
  /** Korean, ready to show; null unless held. */
  heldReason: optionalText,
  payableAt: timeValue,
  settledAt: optionalTime,
  bankName: optionalText,
  /** Masked but for the last four digits. */
  accountNumber: optionalText,
}).noUnknown();
export type Settlement = InferType<typeof settlement>;

/** What sellers are paid. */
export const settlements = {
  list: endpoint({
    method: "GET",
    path: "/api/seller/settlements",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    query: pageQuery,
    response: listOf(settlement),
    errors: ["VALIDATION"],
  }),
};
