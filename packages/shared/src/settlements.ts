import { endpoints } from "./endpoint.ts";
import type { settlementsSchemas } from "./schemas/settlements.ts";

/** The states of a settlement. Allowed moves stand in the database, in one table, and nowhere else. */
export const settlementStatuses = [
  "pending",
  "processing",
  "completed",
  "held",
  "failed",
  "cancelled",
] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];

const statusLabels: Record<SettlementStatus, string> = {
  pending: "정산 예정",
  processing: "입금 중",
  completed: "입금 완료",
  held: "보류",
  failed: "입금 실패",
  cancelled: "취소(환불)",
};

/** A settlement's state as sellers read it. */
export const settlementStatusLabel = (status: SettlementStatus): string => statusLabels[status];

/** Whether a settlement is over without a payout: all of it was kept back for earlier ones. */
export const isNetted = ({
  status,
  amount,
  withheldAmount,
}: {
  status: SettlementStatus;
  amount: number;
  withheldAmount: number;
}): boolean => status === "completed" && withheldAmount >= amount;

/** A settlement's state in words; one without a payout is not called paid. */
export const settlementLabel = (settlement: Parameters<typeof isNetted>[0]): string =>
  isNetted(settlement) ? "회수로 상계" : settlementStatusLabel(settlement.status);

/** What sellers are paid. */
export const settlements = endpoints<typeof settlementsSchemas>()({
  list: {
    method: "GET",
    path: "/api/seller/settlements",
    access: "member",
    whileSuspended: true,
    whileBanned: false,
    errors: ["VALIDATION"],
  },
});
