import { formatWon, settlementLabel, type Settlement, type SettlementStatus } from "@knowhow/shared";

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
export const settlementStatusOf = (
  settlement: Pick<Settlement, "status" | "amount" | "withheldAmount">,
): { label: string; color: Color } => ({
  label: settlementLabel(settlement),
  color: colors[settlement.status],
});

/** The claw-back of a payout, and how much of it is recovered; undefined where there is none. */
export const clawbackWords = ({
  clawbackAmount,
  recoveredAmount,
  closedAmount,
}: Pick<Settlement, "clawbackAmount" | "recoveredAmount" | "closedAmount">): string | undefined => {
  if (clawbackAmount === 0) return undefined;
  const left = clawbackAmount - recoveredAmount - closedAmount;
  if (closedAmount > 0) {
    const ended = `입금한 뒤 환불되어 회수할 금액 가운데 ${formatWon(closedAmount)}은 관리자가 회수를 끝냈어요. 이유는 환불 안내 대화에 있어요.`;
    return recoveredAmount === 0 ? ended : `${ended} ${formatWon(recoveredAmount)}은 다른 정산에서 뺐어요.`;
  }
  if (left === 0) return `입금한 뒤 환불되어 ${formatWon(clawbackAmount)}을 다른 정산에서 모두 뺐어요.`;
  const words = `입금한 뒤 환불되어 ${formatWon(left)}을 다음 정산에서 빼요.`;
  return recoveredAmount === 0 ? words : `${words} ${formatWon(recoveredAmount)}은 이미 뺐어요.`;
};

/** Why a settlement is not being paid, and advice; undefined where it is. */
export const reasonOf = ({ status, heldReason }: Settlement): string | undefined => {
  if (status === "held") return heldReason ?? "확인이 끝나면 정산돼요.";
  return status === "failed"
    ? "등록된 계좌로 입금하지 못했습니다. 계좌를 확인한 뒤 문의해주세요."
    : undefined;
};
