import { secondWarningDays, warningsToBan } from "@knowhow/shared";

/** How somebody stands, as far as the ladder of warnings asks. */
interface Standing {
  warningCount: number;
  isBanned: boolean;
}

/** Whether one more warning closes the account for good. */
export const isLastWarning = ({ warningCount }: Standing): boolean => warningCount + 1 >= warningsToBan;

/** What the ladder of warnings has next for somebody, in words; nothing for who is banned already. */
export const nextStep = (standing: Standing): string | undefined => {
  if (standing.isBanned) return undefined;
  if (isLastWarning(standing)) return `경고 ${warningsToBan}회째: 영구 이용 제한`;
  const next = standing.warningCount + 1;
  return next === 1 ? "경고 1회째: 안내" : `경고 ${next}회째: ${secondWarningDays}일 이용 정지`;
};
