import { secondWarningDays, warningsToBan, type SanctionStatus } from "@knowhow/shared";
import { serverNow } from "../../client/serverClock.ts";

const dayMs = 24 * 60 * 60_000;

/** Whether one more warning closes the account for good. */
export const isLastWarning = ({ warningCount }: Pick<SanctionStatus, "warningCount">): boolean =>
  warningCount + 1 >= warningsToBan;

/** The next step of the ladder of warnings for a person, in words; undefined for a banned one. */
export const nextStep = (standing: Omit<SanctionStatus, "suspendedUntil">): string | undefined => {
  if (standing.isBanned) return undefined;
  if (isLastWarning(standing)) return `경고 ${warningsToBan}회째: 영구 이용 제한`;
  const next = standing.warningCount + 1;
  return next === 1 ? "경고 1회째: 안내" : `경고 ${next}회째: ${secondWarningDays}일 이용 정지`;
};

/** A penalty as the ladder counts it. */
export interface LadderStep {
  penaltyType: "none" | "warning" | "suspension" | "ban";
  /** Days of a suspension. */
  duration?: number | null | undefined;
}

/** The later end of two suspensions: the active one, or one that begins now. */
const laterEnd = (until: string | null, days: number, now: number): string => {
  const end = new Date(now + days * dayMs).toISOString();
  return until !== null && until > end ? until : end;
};

/** The sanction status that a penalty leads to, as estimated before the server's answer. */
export const afterStep = (
  standing: SanctionStatus,
  { penaltyType, duration }: LadderStep,
  now: number = serverNow().getTime(),
): SanctionStatus => {
  if (penaltyType === "ban") return { ...standing, isBanned: true };
  if (penaltyType === "suspension")
    return { ...standing, suspendedUntil: laterEnd(standing.suspendedUntil, duration ?? 0, now) };
  if (penaltyType === "none") return standing;
  const warningCount = standing.warningCount + 1;
  if (isLastWarning(standing)) return { ...standing, warningCount, isBanned: true };
  return warningCount === warningsToBan - 1
    ? { ...standing, warningCount, suspendedUntil: laterEnd(standing.suspendedUntil, secondWarningDays, now) }
    : { ...standing, warningCount };
};
