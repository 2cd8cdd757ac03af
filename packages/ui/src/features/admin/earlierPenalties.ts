import { formatDate, penaltyLabel, reportTypeLabel, type Report } from "@knowhow/shared";
import { josa } from "es-hangul";

/**
 * The active penalties for other reports about a report's target that were imposed after it was made, and how many
 * more are `held` here, in words; undefined where there is none. One more counts the same thing again.
 */
export const earlierPenaltyWords = (
  { reportType, targetPenalties = [] }: Pick<Report, "reportType" | "targetPenalties">,
  held: number,
): string | undefined => {
  const types = [...new Set(targetPenalties.map(({ penaltyType }) => penaltyType))];
  const told = types.map((type) => {
    const days = targetPenalties.flatMap((one) =>
      one.penaltyType === type ? [formatDate(one.createdAt)] : [],
    );
    return `${penaltyLabel(type)} ${days.length}회 (${days.join(", ")})`;
  });
  const parts = [...told, ...(held > 0 ? [`방금 정한 제재 ${held}건`] : [])];
  if (parts.length === 0) return undefined;
  return `이 ${josa(reportTypeLabel(reportType), "으로/로")} 이미 ${parts.join(", ")}${held > 0 ? "이" : "가"} 있어요. 이 신고는 그 전에 들어왔으니, 한 번 더 제재하면 같은 일을 거듭 세게 돼요.`;
};
