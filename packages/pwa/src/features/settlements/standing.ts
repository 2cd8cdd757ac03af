import { settlementStatusLabel, type Settlement, type SettlementStatus } from "@knowhow/shared";
import { formatDate } from "@knowhow/ui/components/format.ts";

type Color = "default" | "primary" | "success" | "warning" | "error";

const colors: Record<SettlementStatus, Color> = {
  pending: "primary",
  processing: "primary",
  completed: "success",
  held: "warning",
  failed: "error",
  cancelled: "default",
};

/** A settlement's state as sellers see it: its words and their color. */
export const standingOf = ({ status }: Pick<Settlement, "status">): { label: string; color: Color } => ({
  label: settlementStatusLabel(status),
  color: colors[status],
});

/** The day that matters to the seller: when it was paid, or when it will be; none is promised of what does not go on. */
export const dayOf = ({ status, settledAt, payableAt }: Settlement): string => {
  switch (status) {
    case "completed":
      return settledAt === null ? settlementStatusLabel(status) : `${formatDate(settledAt)} 입금`;
    case "pending":
      return `${formatDate(payableAt)} 이후 입금 예정`;
    case "processing":
      return "입금하고 있어요";
    case "held":
    case "failed":
      return "입금일 미정";
    case "cancelled":
      return "입금하지 않음";
  }
};

/** Why it is not on its way, where it is not; what to do about it. */
export const reasonOf = ({ status, heldReason }: Settlement): string | undefined => {
  if (status === "held") return heldReason ?? "확인이 끝나면 정산돼요.";
  return status === "failed"
    ? "등록된 계좌로 입금하지 못했습니다. 계좌를 확인한 뒤 문의해주세요."
    : undefined;
};
