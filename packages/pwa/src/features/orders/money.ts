import type { OrderStatus } from "@knowhow/shared";

/** In these states certainly nothing was charged. */
const unpaid: readonly OrderStatus[] = ["pending", "failed", "expired"];
const paid: readonly OrderStatus[] = ["paid", "refund_requested"];

export const nothingPaid = "결제된 금액은 없어요.";
export const paidAlready = "이 주문은 이미 결제가 완료되어 있어요. 다시 결제하지 마세요.";

const inLibrary = "내 정보의 구매한 콘텐츠에서 확인해주세요.";

/** The words and the advice when an address has another amount than the order's. */
export const otherAmountWords = (status: OrderStatus | undefined): string => {
  if (isPaid(status)) return `이미 결제가 완료된 주문이에요. ${inLibrary}`;
  if (isUnpaid(status))
    return `결제 금액이 주문 금액과 달라 결제하지 않았어요. ${nothingPaid} 콘텐츠 화면에서 다시 주문해주세요.`;
  if (status === undefined || status === "confirming")
    return `결제 금액이 주문 금액과 달라 결제를 확인하지 못했어요. 결제가 되었는지는 ${inLibrary}`;
  return moneyWords(status);
};

/** Where the money of an order is whose content the buyer has by another order; empty where it is unknown. */
export const secondPaymentWords = (status: OrderStatus | undefined): string => {
  if (isUnpaid(status)) return "이번 결제는 이루어지지 않았어요. 추가로 결제된 금액은 없어요.";
  if (status === "refunding") return "이번에 결제된 금액은 자동으로 취소하고 있어요. 따로 하실 일은 없어요.";
  if (status === "refunded") return "이번에 결제된 금액은 취소했어요. 카드사에 따라 며칠 뒤에 반영돼요.";
  return status === "confirming" ? "이번 결제는 아직 확인하고 있고, 결제되었다면 자동으로 취소돼요." : "";
};

export const isUnpaid = (status: OrderStatus | undefined): boolean =>
  status !== undefined && unpaid.includes(status);
export const isPaid = (status: OrderStatus | undefined): boolean =>
  status !== undefined && paid.includes(status);

/** Where the buyer's money is, by the status of the order. */
export const moneyWords = (status: OrderStatus): string => {
  if (isUnpaid(status)) return nothingPaid;
  if (isPaid(status)) return paidAlready;
  return status === "confirming"
    ? "결제 결과를 아직 확인하고 있어요. 다시 결제하지 마세요."
    : "결제가 취소되어 환불돼요. 카드사에 따라 며칠 걸릴 수 있어요.";
};
