/** Kinds of alerts; docs/OPERATIONS.md says what to do about each. */
export const alertKinds = [
  "BOOKS_DIFFER",
  "BOOKS_UNCHECKED",
  "CASH_RECEIPT_REFUSED",
  "CHARGED_AFTER_END",
  "HOLIDAYS_MISSING",
  "JOB_FAILED",
  "ORDER_STUCK",
  "PAID_ORDER_PART_CANCELLED",
  "PAYMENT_DIFFERS",
  "PAYOUTS_MISCONFIGURED",
  "PAYOUT_DIFFERS",
  "PAYOUT_FAILED",
  "PAYOUT_STUCK",
  "REFUNDED_TWICE",
  "REFUND_OVERDUE",
  "REFUND_REFUSED",
  "REPLICA_LEFT_OUT",
  "RETENTION_FAILED",
  "SELLER_NOT_APPROVED",
] as const;
export type AlertKind = (typeof alertKinds)[number];

const labels: Record<AlertKind, string> = {
  BOOKS_DIFFER: "장부와 결제사 기록이 달라요",
  BOOKS_UNCHECKED: "장부를 결제사와 맞춰보지 못했어요",
  CASH_RECEIPT_REFUSED: "현금영수증이 발급되지 않았어요",
  CHARGED_AFTER_END: "끝난 주문에서 결제가 되었어요",
  HOLIDAYS_MISSING: "공휴일 표가 곧 끝나요",
  JOB_FAILED: "자동 작업이 실패했어요",
  ORDER_STUCK: "주문이 멈춰 있어요",
  PAID_ORDER_PART_CANCELLED: "결제된 주문의 일부가 결제사에서 취소되었어요",
  PAYMENT_DIFFERS: "결제 금액이 주문과 달라요",
  PAYOUTS_MISCONFIGURED: "지급 설정이 잘못되었어요",
  PAYOUT_DIFFERS: "지급 금액이 정산과 달라요",
  PAYOUT_FAILED: "정산 지급이 실패했어요",
  PAYOUT_STUCK: "정산 지급이 멈춰 있어요",
  REFUNDED_TWICE: "이체로 환불한 결제가 결제사에서도 취소되었어요",
  REFUND_OVERDUE: "환불 요청을 기한까지 결정하지 않았어요",
  REFUND_REFUSED: "결제사가 환불을 거절했어요",
  REPLICA_LEFT_OUT: "읽기용 데이터베이스를 쓰지 못하고 있어요",
  RETENTION_FAILED: "보관 기간이 지난 데이터를 지우지 못했어요",
  SELLER_NOT_APPROVED: "멘토가 지급 승인을 받지 못했어요",
};

/** Korean label of an alert's kind; of an unknown kind, its name. */
export const alertLabel = (kind: string): string => {
  const known = alertKinds.find((one) => one === kind);
  return known === undefined ? kind : labels[known];
};
