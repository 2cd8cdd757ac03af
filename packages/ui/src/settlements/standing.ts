import type { Settlement, SettlementStatus } from "@knowhow/shared";
import { formatDate } from "../components/format.ts";

interface Standing {
  label: string;
  color: "default" | "primary" | "success" | "warning" | "error";
}

const standings: Record<SettlementStatus, Standing> = {
  pending: { label: "정산 예정", color: "primary" },
  processing: { label: "정산 중", color: "primary" },
  completed: { label: "정산 완료", color: "success" },
  held: { label: "보류", color: "warning" },
  failed: { label: "입금 실패", color: "error" },
  cancelled: { label: "취소(환불)", color: "default" },
};

/** A settlement's state as sellers read it. */
export const standingOf = ({ status }: Pick<Settlement, "status">): Standing => standings[status];

/** The day that matters to the seller: when it was paid, or when it will be. */
export const dayOf = ({ status, settledAt, payableAt }: Settlement): string => {
  if (status === "completed" && settledAt !== null) return `${formatDate(settledAt)} 입금`;
  return status === "cancelled" ? "입금하지 않음" : `${formatDate(payableAt)} 이후 입금 예정`;
};

/** Why it is not on its way, where it is not; what to do about it. */
export const reasonOf = ({ status, heldReason }: Settlement): string | undefined => {
  if (status === "held") return heldReason ?? "확인이 끝나면 정산돼요.";
  return status === "failed"
    ? "등록된 계좌로 입금하지 못했습니다. 계좌를 확인한 뒤 문의해주세요."
    : undefined;
};
