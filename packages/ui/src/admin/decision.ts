import type { decisionForm, Report } from "@knowhow/shared";
import type { ObjectSchema } from "yup";
import { isLastWarning } from "./ladder.ts";

/** What the form of a decision holds. */
export type Decision = typeof decisionForm extends ObjectSchema<infer V> ? V : never;

/** Whether something can still be decided about a report. */
export const isOpen = ({ status }: Pick<Report, "status">): boolean =>
  status === "pending" || status === "reviewed";

/** How somebody stands, as far as a decision about them asks. */
export interface Standing {
  warningCount: number;
  isBanned: boolean;
}

/** What is sent of a form: a penalty only with a resolution, each of its parts only where it means something. */
export const decisionOf = ({
  status,
  reviewNotes,
  penaltyType,
  duration,
  reason,
}: Decision): Partial<Decision> => {
  const told = { status, ...(reviewNotes ? { reviewNotes } : {}) };
  if (status !== "resolved") return told;
  return {
    ...told,
    penaltyType,
    ...(penaltyType === "suspension" ? { duration } : {}),
    ...(penaltyType === "none" ? {} : { reason }),
  };
};

/** Whether a decision keeps somebody out for good: as a ban, or as the warning that ends in one. */
export const isBan = (
  { status, penaltyType }: Pick<Decision, "status" | "penaltyType">,
  standing: Standing,
): boolean =>
  status === "resolved" && (penaltyType === "ban" || (penaltyType === "warning" && isLastWarning(standing)));
