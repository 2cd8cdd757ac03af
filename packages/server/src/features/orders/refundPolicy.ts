import { AppError, type OrderStatus, type RefundState } from "@knowhow/shared";

/** The facts that decide an order's refund state. */
export interface RefundFacts {
  status: OrderStatus;
  amount: number;
  /** Within the days in which a purchase can be returned. */
  isWithinWindow: boolean;
  isDelivered: boolean;
  isDenied: boolean;
  /** Approved, and refused by the provider: an administrator decides again. */
  isRefusedByProvider: boolean;
}

/** The state of an order's refund; undefined for one that was free or never paid. */
export const refundStateOf = (facts: RefundFacts): RefundState | undefined => {
  if (facts.amount === 0) return undefined;
  if (facts.status === "refund_requested") return "requested";
  if (facts.status === "refunding" || facts.status === "refunded") return facts.status;
  if (facts.status !== "paid") return undefined;
  if (facts.isRefusedByProvider) return "requested";
  if (facts.isDenied) return "denied";
  if (!facts.isWithinWindow) return "expired";
  return facts.isDelivered ? "delivered" : "available";
};

/** Why an order can not be refunded, or its request not be withdrawn. */
const refusals = {
  unpaid: "결제가 완료된 주문만 환불을 요청할 수 있습니다.",
  free: "무료로 받은 콘텐츠는 환불할 금액이 없습니다.",
  notRequested: "환불 요청이 없는 주문입니다.",
  expired: "구매 후 7일이 지나 환불을 요청할 수 없습니다.",
  requested: "이미 환불을 요청한 주문입니다. 관리자가 확인하고 있습니다.",
  refused:
    "결제사가 결제를 취소하지 못해 관리자가 확인하고 있습니다. 이미 돌려드리는 중일 수 있어 요청을 취소할 수 없습니다.",
  refunding: "이미 환불을 진행하고 있는 주문입니다.",
  refunded: "이미 환불된 주문입니다.",
  denied: "환불 요청이 거절된 주문입니다. 이유는 환불 안내 대화에서 확인해주세요.",
} as const;
export type RefundRefusal = keyof typeof refusals;

/** The error with its reason in Korean. */
export const notRefundable = (refusal: RefundRefusal): AppError =>
  new AppError("NOT_REFUNDABLE", { message: refusals[refusal] });

/** Whether a buyer may request a refund; fails with the reason where not. */
export const requireRequestable = ({
  refundState,
  facts,
}: {
  refundState?: RefundState | undefined;
  facts: Pick<RefundFacts, "amount">;
}): "available" | "delivered" => {
  if (refundState === "available" || refundState === "delivered") return refundState;
  throw notRefundable(refundState ?? (facts.amount === 0 ? "free" : "unpaid"));
};

/** Why a request that is not waiting for a decision can not be withdrawn. */
export const withdrawalRefusal = (refundState: RefundState | undefined): RefundRefusal =>
  refundState === "requested" ||
  refundState === "refunding" ||
  refundState === "refunded" ||
  refundState === "denied"
    ? refundState
    : "notRequested";

/** Why an administrator can not refund an order that is not paid. */
export const refundRefusal = (refundState: RefundState | undefined): RefundRefusal =>
  refundState === "requested" || refundState === "refunding" || refundState === "refunded"
    ? refundState
    : "unpaid";
