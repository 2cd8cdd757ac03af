import { settlementStatusLabel, type Settlement, type SettlementStatus } from "@knowhow/shared";

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

/** Why it is not on its way, where it is not; what to do about it. */
export const reasonOf = ({ status, heldReason }: Settlement): string | undefined => {
  if (status === "held") return heldReason ?? "확인이 끝나면 정산돼요.";
  return status === "failed"
    ? "등록된 계좌로 입금하지 못했습니다. 계좌를 확인한 뒤 문의해주세요."
    : undefined;
};
