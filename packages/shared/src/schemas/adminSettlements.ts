import { number, object, string, type InferType } from "yup";
import { textLimits } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { settlementStatuses } from "../settlements.ts";
import {
  boundedList,
  flagValue,
  idValue,
  listOf,
  optionalText,
  optionalTime,
  pageQuery,
  textField,
  textValue,
  timeValue,
  wonValue,
} from "./fields.ts";

const party = object({ id: idValue, nickname: textValue }).noUnknown();

/** One decision of an administrator about a payout. */
const settlementDecision = object({
  decision: string()
    .oneOf(["hold", "release", "retry", "receive", "writeOff"] as const)
    .required(),
  scope: string()
    .oneOf(["settlement", "seller"] as const)
    .required(),
  reason: textValue,
  adminNickname: textValue,
  at: timeValue,
}).noUnknown();

/** A reason that holds a payout and that an administrator can judge: its `id` names it, and changes with it. */
const settlementHold = object({
  id: textValue,
  kind: string()
    .oneOf(["manual", "seller", "refusedRefund", "partCancel", "report"] as const)
    .required(),
  /** An administrator's words, or how many reports it stands for, else null. */
  reason: optionalText,
  at: optionalTime,
}).noUnknown();
export type SettlementHold = InferType<typeof settlementHold>;

/** What a seller gets for one order, as administrators see it: without the account that it goes to. */
export const adminSettlement = object({
  id: idValue,
  orderNumber: textValue,
  contentTitle: textValue,
  seller: party,
  buyer: party,
  /** What the buyer paid, in won, and what of it the provider gave back without us. */
  paidAmount: wonValue,
  partCancelled: wonValue,
  /** The seller's share in won. */
  amount: wonValue,
  /** The seller's debt of it, because its order was given back after the payout, and the part that is back already. */
  clawbackAmount: wonValue,
  recoveredAmount: wonValue,
  /** The part that an administrator ended: it came back another way, or is written off. */
  closedAmount: wonValue,
  /** The part of this payout that is kept back for earlier ones whose orders were given back. */
  withheldAmount: wonValue,
  /** The service's loss when this payout arrives: the excess of buyer and seller over the payment, less the debt. */
  shortfallAmount: wonValue,
  status: string().oneOf(settlementStatuses).required(),
  /** Korean, as the seller reads it; null unless held. */
  heldReason: optionalText,
  /** The end of a hold that time alone ends; null for one that lasts until something is done. */
  heldUntil: optionalTime,
  /** Why all payouts to its seller are held, in any status of its own; null where nothing holds all. */
  sellerHoldReason: optionalText,
  /** Held by an administrator: this one, or all of its seller's. */
  isHeldByHand: flagValue,
  isSellerHeld: flagValue,
  /** Whether an administrator can release it, or have it tried again. */
  isReleasable: flagValue,
  /**
   * Its holds that an administrator can judge, the oldest report first; of very many reports the last entry stands for
   * several. The hold of its seller is there in any status of its own.
   */
  holds: listOf(settlementHold),
  createdAt: timeValue,
  payableAt: timeValue,
  /** The working day of the provider, `2026-11-23`, on which it is paid; null where no day is known. */
  payoutDay: string().nullable().defined(),
  settledAt: optionalTime,
  /** Newest first. */
  decisions: listOf(settlementDecision),
}).noUnknown();
export type AdminSettlement = InferType<typeof adminSettlement>;

const wrongStatus = "status는 held 또는 pending이어야 합니다.";
const wrongExpected = "확인한 보류 사유가 올바르지 않습니다.";
/** More holds than a payout can have at a time. */
const maxExpectedHolds = 100;
const wrongScope = "scope는 settlement 또는 seller여야 합니다.";

const reasonWithin = (max: number) =>
  textField("사유를 입력해주세요.", max, `사유는 ${max.toLocaleString("ko-KR")}자 이하여야 합니다.`);

/** Holds a payout by hand, or releases it: held ones, and those that failed for good. */
export const settlementDecisionForm = object({
  status: string()
    .oneOf(["held", "pending"] as const, wrongStatus)
    .required(wrongStatus),
  /** `seller`: all payouts to the settlement's seller, now and later. */
  scope: string()
    .oneOf(["settlement", "seller"] as const, wrongScope)
    .default("settlement"),
  reason: reasonWithin(textLimits.reviewNotes),
  /** The ids of the holds that the administrator saw: with a further one nothing is released. */
  expected: object({
    holds: boundedList(
      // A list casts what stands in it, strict or not: a number would become its text.
      string()
        .transform((value: unknown, original: unknown) => (typeof original === "string" ? value : undefined))
        .required(wrongExpected),
      maxExpectedHolds,
      wrongExpected,
    )
      .typeError(wrongExpected)
      .required(wrongExpected),
  })
    .typeError(wrongExpected)
    .default(undefined)
    .notRequired(),
});

const wrongClosure = "decision은 receive 또는 writeOff여야 합니다.";
const wrongOwed = "확인한 금액이 올바르지 않습니다.";

/** Ends a seller's debt for one order: it came back another way (`receive`), or never will (`writeOff`). */
export const clawbackClosureForm = object({
  decision: string()
    .oneOf(["receive", "writeOff"] as const, wrongClosure)
    .required(wrongClosure),
  // The reason is part of a message, which has a limit of its own.
  reason: reasonWithin(textLimits.refundReason),
  /** The debt that the administrator saw, in won: another sum is not ended. */
  expected: object({
    owed: number().typeError(wrongOwed).integer(wrongOwed).min(0, wrongOwed).required(wrongOwed),
  })
    .typeError(wrongOwed)
    .default(undefined)
    .notRequired(),
});

/** Input and answer of each call. */
export const adminSettlementsSchemas = {
  list: {
    query: pageQuery.concat(
      object({
        status: string().oneOf(settlementStatuses, "status가 올바르지 않습니다."),
        /** `open`: of whose orders, given back after the payout, not all is recovered. */
        clawback: string().oneOf(["open"] as const, "clawback은 open이어야 합니다."),
        /** An order number, or a seller's nickname, login id or id. */
        q: string().max(100, "검색어는 100자 이하여야 합니다."),
      }),
    ),
    response: object({ settlements: listOf(adminSettlement) }).noUnknown(),
  },
  decide: { body: settlementDecisionForm, response: object({ settlement: adminSettlement }).noUnknown() },
  closeClawback: { body: clawbackClosureForm, response: object({ settlement: adminSettlement }).noUnknown() },
} satisfies FeatureSchemas;
