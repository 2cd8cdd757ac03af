import type { Receipt, RefundState } from "@knowhow/shared";

type Color = "default" | "primary" | "success" | "warning";

/** The states of a refund that are shown instead of `paid`. */
const refundLabels: Partial<Record<RefundState, { label: string; color: Color }>> = {
  requested: { label: "환불 요청", color: "primary" },
  refunding: { label: "환불 진행 중", color: "primary" },
  refunded: { label: "환불 완료", color: "success" },
  denied: { label: "환불 거절", color: "warning" },
};

/** The state of an order as its buyer sees it: the words and their color. */
export const orderStateOf = ({
  amount,
  refundState,
}: Partial<Pick<Receipt, "amount" | "refundState">>): { label: string; color: Color } =>
  (refundState && refundLabels[refundState]) ?? {
    label: amount === 0 ? "무료" : "결제 완료",
    color: "default",
  };
