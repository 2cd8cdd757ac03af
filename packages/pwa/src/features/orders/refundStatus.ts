import { formatWon, refundDays, type OwnPurchase, type RefundState } from "@knowhow/shared";
import { formatDate, formatDateTime } from "@knowhow/ui/components/format.ts";
import { serverNow } from "@knowhow/ui/client/serverClock.ts";
import { refundRules } from "./refundRules.ts";

/** The fields of a purchase that the state of its refund depends on. */
export type ShownRefundFacts = Pick<
  OwnPurchase,
  "refundState" | "refundableUntil" | "refund" | "partCancels"
>;

/** The state of a purchase's refund, ready to be shown. */
export interface RefundStatus {
  state: RefundState;
  /** The state and its reason, in one sentence or two. */
  text: string;
  canRequest: boolean;
  canWithdraw: boolean;
}

/** For how long after a refund it is said that cards take some days, in milliseconds. */
const cardMs = 7 * 24 * 60 * 60_000;

const isPast = (time: string | null | undefined, now: Date): boolean =>
  time != null && new Date(time).getTime() < now.getTime();

/** Day and time without the year, which a term of days does not need. */
const termOf = (time: string): string => formatDateTime(time).replace(/^\d+년 /, "");

/** The last day of a term that ends with a day: its end may be stored as the first moment of the next day. */
const lastDayOf = (time: string): string =>
  formatDate(new Date(new Date(time).getTime() - 1)).replace(/^\d+년 /, "");

const withReason = (text: string, reason: string | null | undefined): string =>
  reason ? `${text} 이유: ${reason}` : text;

/** Approved, but the provider refused to cancel the payment: an administrator decides again. */
const isRefused = ({ refundState, refund }: ShownRefundFacts): boolean =>
  refundState === "requested" && refund?.decision === "approve";

const requestedWords = (facts: ShownRefundFacts, now: Date): string => {
  if (isRefused(facts))
    return "결제를 자동으로 취소하지 못해 관리자가 확인하고 있어요. 결정될 때까지 콘텐츠를 열 수 없어요.";
  const dueAt = facts.refund?.dueAt;
  if (!dueAt) return "환불을 요청했어요. 곧 처리해요.";
  const day = lastDayOf(dueAt);
  const decided = isPast(dueAt, now)
    ? `약속한 날(${day})이 지나 먼저 확인하고 있어요.`
    : `관리자가 ${day}까지 확인하고 결정해요.`;
  return `환불을 요청했어요. ${decided}`;
};

/** What a refund gives back: what the provider gave back before is not of it. */
const wholeOf = ({ partCancels = [] }: ShownRefundFacts): string =>
  partCancels.length === 0 ? "전액" : "남은 금액을 모두";

const refundedWords = (facts: ShownRefundFacts, now: Date): string => {
  const completedAt = facts.refund?.completedAt;
  if (!completedAt) return `${wholeOf(facts)} 환불했어요.`;
  if (facts.refund?.isTransferred)
    return `${formatDate(completedAt)}에 ${wholeOf(facts)} 계좌 이체로 환불했어요.`;
  const done = `${formatDate(completedAt)}에 ${wholeOf(facts)} 환불했어요.`;
  return now.getTime() - new Date(completedAt).getTime() < cardMs ? `${done} ${refundRules.card}` : done;
};

const words: Record<RefundState, (facts: ShownRefundFacts, now: Date) => string> = {
  available: (facts) => {
    const term = facts.refundableUntil ? `${termOf(facts.refundableUntil)}까지 ` : "";
    return `아직 열지 않아 ${term}${wholeOf(facts)} 환불할 수 있어요.`;
  },
  delivered: ({ refundableUntil }) =>
    `콘텐츠를 열어서 환불은 관리자가 확인한 뒤 결정해요.${
      refundableUntil ? ` ${termOf(refundableUntil)}까지 요청할 수 있어요.` : ""
    }`,
  expired: () => `결제한 지 ${refundDays}일이 지나 환불을 요청할 수 없어요.`,
  requested: requestedWords,
  refunding: () => `환불을 진행하고 있어요. ${refundRules.card}`,
  refunded: refundedWords,
  denied: ({ refund }) => withReason("관리자가 환불 요청을 거절했어요.", refund?.decisionReason),
};

/** The words for a part that the provider has given back of a purchase; empty where there is none. */
const partWords = ({ refundState, partCancels = [] }: ShownRefundFacts): string => {
  const won = partCancels.reduce((sum, { amount }) => sum + amount, 0);
  return won === 0 || refundState === "refunded" ? "" : ` 결제사에서 ${formatWon(won)}을 이미 취소했어요.`;
};

/**
 * The state of a purchase's refund; undefined for free purchases. The server alone decides whether the window is over:
 * where it was over since the answer came, a request is refused with the reason.
 */
export const refundStatusOf = (
  facts: ShownRefundFacts,
  now: Date = serverNow(),
): RefundStatus | undefined => {
  const { refundState: state } = facts;
  if (state === undefined) return undefined;
  const text = `${words[state](facts, now)}${partWords(facts)}`;
  const isGivenBack = state === "refunding" || state === "refunded";
  return {
    state,
    // An administrator may refund without a request: the buyer reads why.
    text: isGivenBack && !facts.refund?.reason ? withReason(text, facts.refund?.decisionReason) : text,
    canRequest: state === "available" || state === "delivered",
    // A refund that an administrator began has no reason of the buyer, who can not withdraw it; the money of a refused one may be on its way by bank transfer.
    canWithdraw: state === "requested" && facts.refund?.reason != null && !isRefused(facts),
  };
};

/** Whether an approved refund of a purchase stands: until that has ended, nothing of it is delivered. */
export const isRefunding = (facts: ShownRefundFacts | undefined): boolean =>
  facts !== undefined && (facts.refundState === "refunding" || isRefused(facts));
