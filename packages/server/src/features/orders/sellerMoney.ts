import type { PayoutPlace } from "../settlements/payoutPlace.ts";

type Sentences = Readonly<Record<PayoutPlace, string>>;

// What was asked for may arrive or not: a sentence about it is true either way.
const mayArrive =
  "이 주문의 정산은 이미 입금을 요청했습니다. 환불되면 입금 여부를 확인해, 입금되었으면 다음 정산에서 공제하고 아니면 취소합니다.";

/** The meaning of each step of a refund for the order's settlement, one true sentence for each of its states. */
export const sellerMoney = {
  /** A refund that waits for an administrator. */
  asked: {
    waiting: "그때까지 이 주문의 정산은 보류됩니다.",
    held: "이 주문의 정산은 이미 다른 사유로 보류되어 있습니다.",
    underWay: mayArrive,
    paid: "이미 입금한 이 주문의 정산은 환불되면 다음 정산에서 공제합니다.",
  },
  /** A refund on its way to the buyer. */
  approved: {
    waiting: "환불되면 이 주문의 정산은 입금하지 않고 취소합니다.",
    held: "보류한 이 주문의 정산은 환불되면 입금하지 않고 취소합니다.",
    underWay: mayArrive,
    paid: "이미 입금한 이 주문의 정산은 환불되면 다음 정산에서 공제합니다.",
  },
  /** A sale that stands after all. */
  kept: {
    waiting: "이 주문의 정산은 환불 요청 전과 같은 상태로 돌아갑니다.",
    held: "이 주문의 정산은 보류되어 있으며, 보류가 풀릴 때까지 입금일은 미정입니다.",
    underWay: "이 주문의 정산은 이미 입금을 요청했으며, 입금되었는지 확인하고 있습니다.",
    paid: "이미 입금한 이 주문의 정산은 그대로입니다.",
  },
  /** A completed refund. */
  completed: (won: string): Sentences => ({
    waiting: `이 주문의 정산 ${won}은 입금하지 않고 취소했습니다.`,
    held: `이 주문의 정산 ${won}은 입금하지 않고 취소했습니다.`,
    underWay: `이미 입금을 요청한 이 주문의 정산 ${won}은 입금된 것으로 확인되면 다음 정산에서 공제하고, 아니면 취소합니다.`,
    paid: `이미 입금한 이 주문의 정산 ${won}은 다음 정산에서 공제합니다.`,
  }),
  /** A part given back by the provider: it holds the settlement beside any other hold. */
  partCancelled: {
    waiting: "관리자가 확인하고 결정할 때까지 이 주문의 정산은 보류되며, 입금일은 미정입니다.",
    held: "관리자가 확인하고 결정할 때까지 이 주문의 정산은 보류되며, 입금일은 미정입니다.",
    underWay:
      "이 주문의 정산은 이미 입금을 요청했으며, 입금되지 않은 것으로 확인되면 관리자가 결정할 때까지 보류됩니다.",
    paid: "이미 입금한 이 주문의 정산은 그대로입니다.",
  },
} as const;
