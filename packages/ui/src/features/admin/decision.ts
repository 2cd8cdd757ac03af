import { penaltyLabel, type decisionForm, type Report, type SanctionStatus } from "@knowhow/shared";
import type { ObjectSchema } from "yup";
import { isLastWarning, nextStep } from "./ladder.ts";

/** The values of a decision form. */
export type Decision = typeof decisionForm extends ObjectSchema<infer V> ? V : never;

/** The person's sanction status on the screen on which a decision about them was made. */
export interface Seen {
  standing: SanctionStatus;
  /** Ids of decisions made here that have not arrived yet, which that status counts already. */
  basis: readonly number[];
}

/** Whether a report is still to be decided. */
export const isOpen = ({ status }: Pick<Report, "status">): boolean =>
  status === "pending" || status === "reviewed";

/** The penalty of a decision: only a resolution has one. */
export const penaltyOf = ({ status, penaltyType }: Pick<Decision, "status" | "penaltyType">) =>
  status === "resolved" ? penaltyType : "none";

/** The part of a decision that its penalty depends on. */
export type Penalized = Pick<Decision, "status" | "penaltyType"> & Partial<Pick<Decision, "duration">>;

/** The body of a decision: a penalty only with a resolution, each of its parts only where it applies. */
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

/** Whether a decision bans the person: as a ban, or as the warning that ends in one. */
export const isBan = (
  decision: Pick<Decision, "status" | "penaltyType">,
  standing: Pick<SanctionStatus, "warningCount">,
): boolean => {
  const penaltyType = penaltyOf(decision);
  return penaltyType === "ban" || (penaltyType === "warning" && isLastWarning(standing));
};

/** The effect of a decision on a person with this sanction status, in words. */
export const consequenceOf = (decision: Penalized, standing: SanctionStatus): string => {
  const penaltyType = penaltyOf(decision);
  if (penaltyType === "none") return "제재 없음";
  if (penaltyType === "warning") return nextStep(standing) ?? "이미 영구 이용 제한된 사용자에게 경고 추가";
  return penaltyType === "suspension"
    ? `${penaltyLabel(penaltyType)} ${String(decision.duration)}일`
    : penaltyLabel(penaltyType);
};
