import { penaltyLabel, type decisionForm, type Report, type SanctionStatus } from "@knowhow/shared";
import type { ObjectSchema } from "yup";
import { isLastWarning, nextStep } from "./ladder.ts";

/** What the form of a decision holds. */
export type Decision = typeof decisionForm extends ObjectSchema<infer V> ? V : never;

/** How somebody stood on the screen on which a decision about them was made. */
export interface Seen {
  standing: SanctionStatus;
  /** Ids of the decisions made here before and not arrived yet, which that standing counts already. */
  basis: readonly number[];
}

/** Whether something can still be decided about a report. */
export const isOpen = ({ status }: Pick<Report, "status">): boolean =>
  status === "pending" || status === "reviewed";

/** The penalty of a decision: only a resolution has one. */
export const penaltyOf = ({ status, penaltyType }: Pick<Decision, "status" | "penaltyType">) =>
  status === "resolved" ? penaltyType : "none";

/** What a penalty does is read from this much of a decision. */
export type Penalized = Pick<Decision, "status" | "penaltyType"> & Partial<Pick<Decision, "duration">>;

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
  decision: Pick<Decision, "status" | "penaltyType">,
  standing: Pick<SanctionStatus, "warningCount">,
): boolean => {
  const penaltyType = penaltyOf(decision);
  return penaltyType === "ban" || (penaltyType === "warning" && isLastWarning(standing));
};

/** What a decision does to somebody who stands so, in words. */
export const consequenceOf = (decision: Penalized, standing: SanctionStatus): string => {
  const penaltyType = penaltyOf(decision);
  if (penaltyType === "none") return "제재 없음";
  if (penaltyType === "warning") return nextStep(standing) ?? "이미 영구 이용 제한된 사용자에게 경고 추가";
  return penaltyType === "suspension"
    ? `${penaltyLabel(penaltyType)} ${String(decision.duration)}일`
    : penaltyLabel(penaltyType);
};
