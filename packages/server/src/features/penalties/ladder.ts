import { secondWarningDays, warningsToBan } from "@knowhow/shared";

/** What a warning does beside being one: nothing, a suspension of some days, or a ban. */
export type PenaltyStep = { kind: "notice" } | { kind: "suspension"; days: number } | { kind: "ban" };

/** The step that the warning with this number takes: 1 is a notice, 2 suspends, 3 and more ban. */
export const stepOf = (activeWarnings: number): PenaltyStep => {
  if (activeWarnings >= warningsToBan) return { kind: "ban" };
  return activeWarnings === 2 ? { kind: "suspension", days: secondWarningDays } : { kind: "notice" };
};
