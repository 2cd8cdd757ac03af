import {
  formatWon,
  isNetted,
  remainingAmount,
  settlementLabel,
  settlementStatusLabel,
  type Settlement,
} from "@knowhow/shared";
import { formatDate, formatDateTime } from "@knowhow/ui/components/format.ts";
import { payoutDayOf } from "@knowhow/ui/features/settlements/payoutDay.ts";
import { sellerHoldOf } from "@knowhow/ui/features/settlements/sellerHold.ts";
import { clawbackWords, reasonOf } from "./settlementStatus.ts";

/** One step of the money of an order between the buyer's card and the seller's account. */
export interface MoneyStep {
  label: string;
  /** The change of the seller's share, or the buyer's payment. */
  amount?: number;
  note?: string;
  tone: "done" | "waiting" | "stopped";
}

const accountOf = ({ bankName, accountNumber }: Settlement): string =>
  bankName === null ? "등록된 계좌 없음" : `${bankName} ${accountNumber ?? ""}`.trim();

const lastStep = (settlement: Settlement): MoneyStep => {
  const { status, payableAt, payoutDay, settledAt } = settlement;
  const amount = settlement.amount - settlement.withheldAmount;
  const reason = reasonOf(settlement);
  switch (status) {
    case "completed":
      return {
        label: settlementLabel(settlement),
        amount,
        note: [
          settledAt && formatDateTime(settledAt),
          isNetted(settlement) ? "입금 없음" : accountOf(settlement),
        ]
          .filter(Boolean)
          .join(" · "),
        tone: "done",
      };
    case "cancelled":
      return { label: "입금하지 않음", note: "환불된 주문이에요.", tone: "stopped" };
    case "held":
    case "failed": {
      const until = settlement.heldUntil ? payoutDayOf(settlement) : undefined;
      const note = [reason, sellerHoldOf(settlement), until].filter(Boolean).join(" ");
      return {
        label: settlementStatusLabel(status),
        ...(note === "" ? {} : { note }),
        tone: "stopped",
      };
    }
    case "processing":
      return { label: settlementStatusLabel(status), amount, note: accountOf(settlement), tone: "waiting" };
    case "pending":
      return {
        label: settlementStatusLabel(status),
        amount,
        note: [
          `${formatDate(payoutDay ?? payableAt)} 이후 · ${accountOf(settlement)}`,
          sellerHoldOf(settlement),
        ]
          .filter(Boolean)
          .join(" · "),
        tone: "waiting",
      };
  }
};

const refundNote = ({ orderStatus, refundedAt }: Settlement): string =>
  refundedAt === null ? (orderStatus === "refunding" ? "환불하고 있어요." : "") : formatDateTime(refundedAt);

/**
 * What the provider gave back of the payment without us: of the buyer's money, the seller's share is judged apart. A part
 * that was judged holds the payout no more, whatever else does; nor is one judged while the whole goes back.
 */
const partSteps = (settlement: Settlement): MoneyStep[] => {
  const { partCancels = [], judgedCancelAmount = Infinity, status, orderStatus } = settlement;
  let total = 0;
  return partCancels.map(({ amount, at }) => {
    total += amount;
    const isJudgementDue = status === "held" && orderStatus !== "refunding" && total > judgedCancelAmount;
    return {
      label: "결제사의 일부 취소",
      amount: -amount,
      note: [formatDateTime(at), ...(isJudgementDue ? ["내 몫은 관리자가 확인하고 결정해요."] : [])].join(
        " · ",
      ),
      tone: "stopped",
    };
  });
};

const closureWords = {
  receive: "다른 방법으로 받아 끝냈어요.",
  writeOff: "받지 않기로 하고 끝냈어요.",
} as const;

const closureSteps = ({ closure, closedAmount }: Settlement): MoneyStep[] =>
  closure && closedAmount > 0
    ? [
        {
          label: "회수 종료",
          amount: closedAmount,
          note: `${formatDateTime(closure.at)} · ${closureWords[closure.decision]} 사유: ${closure.reason}`,
          tone: "done",
        },
      ]
    : [];

/** The steps of an order's money: payment, fees, share, its present place, refunds. */
export const moneyPathOf = (settlement: Settlement): MoneyStep[] => {
  const { price, paidAmount, paidAt, amount, refundedAt, clawbackAmount, withheldAmount, status } =
    settlement;
  const refund: MoneyStep = {
    label: "구매자에게 환불",
    amount: -remainingAmount(paidAmount, settlement.partCancels),
    note: refundNote(settlement),
    tone: "stopped",
  };
  const isRefunded = refundedAt !== null;
  const clawback = clawbackWords(settlement);
  return [
    {
      label: "구매자 결제",
      amount: paidAmount,
      ...(paidAt === null ? {} : { note: formatDateTime(paidAt) }),
      tone: "done",
    },
    {
      label: "수수료",
      amount: amount - paidAmount,
      note: `구매 수수료 ${formatWon(paidAmount - price)}, 판매 수수료 ${formatWon(price - amount)}`,
      tone: "done",
    },
    { label: "내 몫", amount, tone: "done" },
    ...partSteps(settlement),
    ...(withheldAmount > 0
      ? [
          {
            label: "이전 환불 회수",
            amount: -withheldAmount,
            note: "먼저 입금한 뒤 환불된 주문의 금액을 뺐어요.",
            tone: "stopped" as const,
          },
        ]
      : []),
    ...(isRefunded && status !== "completed" ? [refund] : []),
    lastStep(settlement),
    ...(isRefunded && status === "completed" ? [refund] : []),
    ...(clawback !== undefined
      ? [
          {
            label: "환불로 회수",
            amount: -clawbackAmount,
            note: clawback,
            tone: "stopped" as const,
          },
        ]
      : []),
    ...closureSteps(settlement),
  ];
};
