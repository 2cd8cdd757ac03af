import type { OrderStatus } from "@knowhow/shared";

/** In these states certainly nothing was charged. */
const unpaid: readonly OrderStatus[] = ["pending", "failed", "expired"];
const paid: readonly OrderStatus[] = ["paid", "refund_requested"];

export const nothingPaid = "결제된 금액은 없어요.";
export const paidAlready = "이 주문은 이미 결제가 완료되어 있어요. 다시 결제하지 마세요.";

export const isUnpaid = (status: OrderStatus | undefined): boolean =>
  status !== undefined && unpaid.includes(status);
export const isPaid = (status: OrderStatus | undefined): boolean =>
  status !== undefined && paid.includes(status);

/** What became of the buyer's money, by the state of the order that it was meant for. */
export const moneyWords = (status: OrderStatus): string => {
  if (isUnpaid(status)) return nothingPaid;
  if (isPaid(status)) return paidAlready;
  return status === "confirming"
    ? "결제 결과를 아직 확인하고 있어요. 다시 결제하지 마세요."
    : "결제가 취소되어 환불돼요. 카드사에 따라 며칠 걸릴 수 있어요.";
};
