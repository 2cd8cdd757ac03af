import { boolean, number, object, string, type InferType } from "yup";
import { textLimits } from "../constants.ts";
import type { FeatureSchemas } from "../endpoint.ts";
import { refundQueueStates } from "../refunds.ts";
import { refundStates } from "../refundStates.ts";
import {
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
  wonValue,
} from "./fields.ts";
import { receipt } from "./orders.ts";
import { delivery, partCancels } from "./refundStates.ts";

const reasonField = (missing: string) =>
  textField(missing, textLimits.refundReason, `이유는 ${textLimits.refundReason}자 이하여야 합니다.`);

/** A buyer's request for their money. */
export const refundRequestForm = object({ reason: reasonField("환불을 요청하는 이유를 입력해주세요.") });

const wrongDecision = "decision은 approve 또는 deny여야 합니다.";

const wrongTransferred = "이체한 금액을 입력해주세요.";

const wrongExpected = "확인한 환불 요청이 올바르지 않습니다.";

/** The won of a bank transfer. */
export const transferredWon = number().integer(wrongTransferred).min(1, wrongTransferred);

/** An administrator's decision about a request. */
export const refundDecisionForm = object({
  decision: string()
    .oneOf(["approve", "deny"] as const, wrongDecision)
    .required(wrongDecision),
  reason: reasonField("결정한 이유를 입력해주세요."),
  /** The money went back by bank transfer after the provider had refused: approved, the refund is complete. */
  transferred: boolean().test(
    "approval",
    "이체로 마치는 환불은 승인해야 합니다.",
    (value, { parent }) => value !== true || (parent as { decision?: unknown }).decision === "approve", // yup's type of a parent is any
  ),
  /** The won that went so: where others are left to give back, nothing is decided. */
  transferredAmount: transferredWon.when("transferred", {
    is: true,
    then: (field) => field.required(wrongTransferred),
  }),
  /**
   * The request and the last decision that the administrator saw, null for none, and how many deliveries: they only grow.
   * With others nothing is decided.
   */
  expected: object({
    requestedAt: string().datetime(wrongExpected).nullable().defined(wrongExpected),
    decidedAt: string().datetime(wrongExpected).nullable().optional(),
    deliveries: number().integer(wrongExpected).min(0, wrongExpected).required(wrongExpected),
  })
    .typeError(wrongExpected)
    .default(undefined)
    .notRequired(),
});

/** Why an administrator gives an order's money back without a request. */
export const refundForm = object({ reason: reasonField("환불하는 이유를 입력해주세요.") });

const party = object({ id: idValue, nickname: textValue }).noUnknown();

/** An order whose money was asked back, or is given back, as administrators see it. */
export const adminRefund = object({
  orderNumber: textValue,
  buyer: party,
  seller: party,
  content: object({ id: idValue, title: textValue }).noUnknown(),
  /** What was paid; a refund gives back what the parts leave of it. */
  amount: wonValue,
  partCancels,
  /** Null for a charge that never became a purchase. */
  paidAt: optionalTime,
  requestedAt: timeValue,
  dueAt: optionalTime,
  isOverdue: boolean().required(),
  reason: optionalText,
  state: string().oneOf(refundStates).required(),
  deliveries: listOf(delivery),
  /** Which words the buyer agreed to before paying, and when; null for an order that was not made in the app. */
  consent: object({ version: textValue, at: timeValue }).noUnknown().nullable().defined(),
  /** The talk of buyer and seller. */
  chatRoomId: optionalId,
  decision: string()
    .oneOf(["approve", "deny"] as const)
    .nullable()
    .defined(),
  decisionReason: optionalText,
  /** Null where a rule decided. */
  decidedBy: party.nullable().defined(),
  decidedAt: optionalTime,
  /** The last denial, whatever was decided after it. */
  denial: object({ by: party.nullable().defined(), at: timeValue, reason: optionalText })
    .noUnknown()
    .nullable()
    .defined(),
  completedAt: optionalTime,
  /** What an administrator gave back by bank transfer; null where the provider did. */
  transferredAmount: wonValue.nullable().defined(),
  /** The provider's refusal of an approved refund, which an administrator has to look at. */
  refusalCode: optionalText,
  /** Whether a bank transfer can be recorded: until an administrator has judged where the refused money is. */
  isTransferable: boolean().required(),
  /** Whether the provider would still cancel the payment, within a year: else a request can only be denied. */
  isCancellable: boolean().required(),
}).noUnknown();
export type AdminRefund = InferType<typeof adminRefund>;

/** The same of any order: perhaps without a request, and a free or unpaid one has no money to give back. */
export const orderRefund = adminRefund.shape({
  requestedAt: optionalTime,
  state: string().oneOf(refundStates).nullable().defined(),
});
export type OrderRefund = InferType<typeof orderRefund>;

/** Input and answer of each call. */
export const refundsSchemas = {
  request: { body: refundRequestForm, response: object({ order: receipt }).noUnknown() },
  withdraw: { response: object({ order: receipt }).noUnknown() },
  list: {
    query: pageQuery.concat(
      object({ status: string().oneOf(refundQueueStates, "status가 올바르지 않습니다.") }),
    ),
    response: object({
      refunds: listOf(adminRefund),
      counts: object({ requested: countValue, overdue: countValue }).noUnknown(),
    }).noUnknown(),
  },
  get: { response: object({ refund: orderRefund }).noUnknown() },
  decide: { body: refundDecisionForm, response: object({ order: receipt }).noUnknown() },
  create: { body: refundForm, response: object({ order: receipt }).noUnknown() },
} satisfies FeatureSchemas;
