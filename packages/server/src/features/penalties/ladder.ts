import { secondWarningDays, warningsToBan } from "@knowhow/shared";

/** A warning's further effect: none, a suspension of some days, or a ban. */
export type PenaltyStep = { kind: "notice" } | { kind: "suspension"; days: number } | { kind: "ban" };

/** The step of the warning with this number: 1 is a notice, 2 suspends, 3 and more ban. */
export const stepOf = (activeWarnings: number): PenaltyStep => {
  if (activeWarnings >= warningsToBan) return { kind: "ban" };
  return activeWarnings === 2 ? { kind: "suspension", days: secondWarningDays } : { kind: "notice" };
};
