import { isNetted, settlementLabel, type Settlement } from "@knowhow/shared";
import { formatDate, formatDateTime } from "../../components/format.ts";

/** The day on which a payout was made, or will be; undefined for one that is stopped. */
export const payoutDayOf = (
  settlement: Pick<
    Settlement,
    "status" | "amount" | "withheldAmount" | "settledAt" | "payableAt" | "payoutDay" | "heldUntil"
  >,
): string => {
  const { status, settledAt, payableAt, payoutDay, heldUntil } = settlement;
  switch (status) {
    case "completed":
      if (settledAt === null) return settlementLabel(settlement);
      return `${formatDate(settledAt)} ${isNetted(settlement) ? "회수로 상계, 입금 없음" : "입금"}`;
    case "pending":
      // Answers kept from before have no day of the provider's.
      return `${formatDate(payoutDay ?? payableAt)} 이후 입금 예정`;
    case "processing":
      return "입금하고 있어요";
    case "held":
      return heldUntil && payoutDay
        ? `${formatDateTime(heldUntil)}까지 보류 · ${formatDate(payoutDay)} 이후 입금 예정`
        : "입금일 미정";
    case "failed":
      return "입금일 미정";
    case "cancelled":
      return "입금하지 않음";
  }
};
