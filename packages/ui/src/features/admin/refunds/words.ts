import {
  formatWon,
  remainingAmount,
  type AdminRefund,
  type Delivery,
  type OrderRefund,
  type RefundState,
} from "@knowhow/shared";
import { formatDate, formatDateTime } from "../../../components/format.ts";

const stateLabels: Record<RefundState, string> = {
  available: "열지 않음",
  delivered: "열었음",
  expired: "기간 지남",
  requested: "결정 대기",
  refunding: "환불 진행 중",
  refunded: "환불됨",
  denied: "거절됨",
};

/** The label of a refund's state for administrators. */
export const refundStateLabel = (state: RefundState): string => stateLabels[state];

const kinds: Record<Delivery["kind"], string> = {
  download: "파일",
  read: "읽기",
  link: "외부 링크",
  summary: "AI 요약",
};

/** Why a request can only be denied, and an order can not be refunded. */
export const uncancellableWords = "결제한 지 1년이 지나 결제사에서 취소할 수 없어요.";

/** A delivery, as a line of a list. */
export const deliveryWords = ({ kind, fileName, at }: Delivery): string =>
  `${kinds[kind]}${fileName === null ? "" : ` ${fileName}`} · ${formatDateTime(at)}`;

/** The consent that the buyer gave before paying, as it was kept with the order. */
export const consentWords = ({ consent }: OrderRefund): string =>
  consent
    ? `${formatDateTime(consent.at)} · 열면 청약철회가 제한됨에 동의 (${consent.version} 문구)`
    : "동의 기록 없음";

/** What a refund gives back: what the provider gave back before is not of it. */
export const refundAmountOf = ({ amount, partCancels }: OrderRefund): number =>
  remainingAmount(amount, partCancels);

/** What was paid, and what part cancels leave of it. */
export const amountWords = (refund: OrderRefund): string => {
  const [paid, remaining] = [refund.amount, refundAmountOf(refund)];
  return remaining === paid
    ? formatWon(paid)
    : `${formatWon(paid)} (결제사에서 ${formatWon(paid - remaining)} 취소, 나머지 ${formatWon(remaining)})`;
};

/** What a refund does to the buyer, with its sum, before an administrator decides. */
export const approvalWords = (refund: OrderRefund): string => {
  const remaining = refundAmountOf(refund);
  const rest = remaining === refund.amount ? "결제한" : "결제한 금액의 나머지";
  return `${rest} ${formatWon(remaining)}을 모두 돌려주고, 구매자는 콘텐츠를 더 이용할 수 없게 돼요. 되돌릴 수 없어요.`;
};

/** What it means to complete a refund that went by bank transfer. */
export const transferWords = (refund: OrderRefund): string =>
  `${formatWon(refundAmountOf(refund))}을 구매자의 계좌로 이미 보냈을 때만 눌러주세요. 결제사에는 취소를 요청하지 않고 바로 환불을 마쳐요. 구매자는 콘텐츠를 더 이용할 수 없고, 되돌릴 수 없어요.`;

/** When the money went back, and that it went by bank transfer; undefined where it has not. */
export const completionWords = ({ completedAt, transferredAmount }: OrderRefund): string | undefined => {
  if (completedAt === null) return undefined;
  const how = transferredAmount === null ? "" : ` · 계좌 이체 ${formatWon(transferredAmount)}`;
  return `${formatDateTime(completedAt)}${how}`;
};

/** By which day a request has to be decided, and whether that is over; undefined where nobody has to decide. */
export const dueWords = ({ dueAt, isOverdue, state }: AdminRefund): string | undefined => {
  if (dueAt === null || state !== "requested") return undefined;
  // The end of a day may be written as the first moment of the next one.
  const day = formatDate(new Date(new Date(dueAt).getTime() - 1)).replace(/^\d+년 /, "");
  return isOverdue ? `기한 지남 (${day})` : `${day}까지`;
};

const requestWords = (seen: OrderRefund, now: OrderRefund): string => {
  if (now.requestedAt === null) return "기다리던 환불이 끝나 지금은 요청이 없어요.";
  if (now.reason === null || now.decision === "approve") return "다른 관리자가 환불을 시작했어요.";
  return seen.requestedAt === null ? "구매자가 환불을 요청했어요." : "요청을 취소하고 다시 요청했어요.";
};

const decisionChange = ({ decision, refusalCode }: OrderRefund): string =>
  decision === "approve" && refusalCode !== null
    ? "환불이 승인되었지만 결제사가 취소를 거절했어요."
    : "환불에 대한 결정이 바뀌었어요.";

/** The changes of a request since it was seen, a sentence for each. */
export const changeWords = (seen: OrderRefund, now: OrderRefund): string[] => {
  const opened = now.deliveries.length - seen.deliveries.length;
  const cancelled = refundAmountOf(seen) - refundAmountOf(now);
  return [
    ...(now.requestedAt === seen.requestedAt ? [] : [requestWords(seen, now)]),
    ...(now.decidedAt === null || now.decidedAt === seen.decidedAt ? [] : [decisionChange(now)]),
    ...(opened > 0 ? [`연 기록이 ${opened}건 늘었어요.`] : []),
    ...(cancelled > 0 ? [`결제사에서 ${formatWon(cancelled)}을 더 취소했어요.`] : []),
  ];
};

/** Why an open dialog can decide no more about a request as it was seen, to the administrator with this id. */
export const overtakenWords = (seen: OrderRefund, now: OrderRefund, userId: string | undefined): string => {
  const { state, decision, decidedBy } = now;
  const present = state === null ? "" : ` 지금은 ‘${refundStateLabel(state)}’ 상태예요.`;
  if (decision === null)
    return seen.reason === null
      ? `다른 관리자가 환불을 더 진행하지 않기로 했어요.${present}`
      : `구매자가 요청을 취소해 결정할 것이 없어요.${present}`;
  return decidedBy !== null && decidedBy.id === userId
    ? `이미 처리한 요청이에요. 이번에는 아무것도 바꾸지 않았어요.${present}`
    : `다른 곳에서 먼저 처리되어 아무것도 바꾸지 않았어요.${present}`;
};

/** Whether a transfer can no longer be recorded because an administrator let the payout of the order go. */
export const isPayoutReleased = (seen: OrderRefund, now: OrderRefund): boolean =>
  seen.isTransferable && !now.isTransferable && now.state !== "refunding" && now.state !== "refunded";

/** Why a transfer can not be recorded after that. */
export const releasedWords = "이 주문의 정산 보류가 풀려 이체를 기록할 수 없어요.";

/** The administrator's decision with time and reason; undefined where none has decided. */
export const decisionWords = (refund: OrderRefund): string | undefined => {
  const { decision, decidedAt, decidedBy, decisionReason } = refund;
  if (decision === null || decidedBy === null) return undefined;
  const when = decidedAt === null ? "" : ` ${formatDateTime(decidedAt)}에`;
  const reason = decisionReason ? ` 이유: ${decisionReason}` : "";
  return `${decidedBy.nickname}님이${when} ${decision === "approve" ? "승인했어요." : "거절했어요."}${reason}`;
};

/** An administrator's denial that another decision followed; undefined where there is none. */
export const denialWords = ({ decision, denial }: OrderRefund): string | undefined => {
  if (denial === null || decision === "deny") return undefined;
  const reason = denial.reason ? ` 이유: ${denial.reason}` : "";
  return `${denial.by?.nickname ?? "관리자"}님이 ${formatDateTime(denial.at)}에 거절했어요.${reason}`;
};

/** An automatic decision: by rule, which gives no reason, or at the provider; undefined for an administrator's. */
export const automaticWords = (refund: OrderRefund): string | undefined => {
  const { decision, decidedAt, decidedBy, decisionReason } = refund;
  if (decision === null || decidedBy !== null) return undefined;
  const what = decisionReason ?? "열지 않은 구매라 규칙에 따라 자동으로 환불해요.";
  return decidedAt === null ? what : `${formatDateTime(decidedAt)} · ${what}`;
};
