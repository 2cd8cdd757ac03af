import { settlementStatusLabel, type Settlement } from "@knowhow/shared";
import { formatDate } from "../../components/format.ts";

/** The day on which a payout was made, or will be; undefined for one that is stopped. */
export const payoutDayOf = ({
  status,
  settledAt,
  payableAt,
}: Pick<Settlement, "status" | "settledAt" | "payableAt">): string => {
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
