import { object, string, type InferType } from "yup";
import { endpoint } from "./endpoint.ts";
import {
  idValue,
  listOf,
  optionalText,
  optionalTime,
  pageQuery,
  textValue,
  timeValue,
  wonValue,
} from "./fields.ts";
import { orderStatuses } from "./orders.ts";
import { dayRange } from "./seller.ts";

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

const statusLabels: Record<SettlementStatus, string> = {
  pending: "정산 예정",
  processing: "정산 중",
  completed: "정산 완료",
  held: "보류",
  failed: "입금 실패",
  cancelled: "취소(환불)",
};

/** A settlement's state as sellers read it. */
export const settlementStatusLabel = (status: SettlementStatus): string => statusLabels[status];

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
  payableAt: timeValue,
  settledAt: optionalTime,
  bankName: optionalText,
  /** Masked but for the last four digits. */
  accountNumber: optionalText,
  paidAt: optionalTime,
  price: wonValue,
  /** What the buyer paid; what of it is not the seller's are the two fees. */
  paidAmount: wonValue,
  orderStatus: string().oneOf(orderStatuses).required(),
  refundedAt: optionalTime,
  /** What the buyer got back after the seller had been paid. */
  clawbackAmount: wonValue,
  /** What is kept back from this payout for earlier ones whose orders were given back. */
  withheldAmount: wonValue,
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
    query: pageQuery.concat(dayRange),
    response: listOf(settlement),
    errors: ["VALIDATION"],
  }),
};
