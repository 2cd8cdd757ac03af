import { api, type Report, type SanctionStatus } from "@knowhow/shared";
import { decisionForm } from "@knowhow/shared/schemas.ts";
import { josa } from "es-hangul";
import { useEffect, useRef, useState, type BaseSyntheticEvent } from "react";
import type { UseFormReturn } from "react-hook-form";
import { confirmPassword } from "../../client/passwordPrompt.ts";
import { undoMs } from "./triage/decisions.ts";
import { useContractForm } from "../../forms/useContractForm.ts";
import { nextStep } from "./ladder.ts";
import { consequenceOf, isBan, penaltyOf, type Decision, type Penalized, type Seen } from "./decision.ts";

export interface DecisionOptions<S extends Seen = Seen> {
  /** The person's sanction status on the screen, with the other facts of the decision. */
  seen: S;
  /** Whether that was read since the report was opened. */
  isFresh: boolean;
  /** Whether a penalty of this very report is active: then it gives no second one. */
  hasPenalty: boolean;
  /** What was imposed for the same thing already, in words: one more penalty has to be confirmed. */
  earlier: string | undefined;
  /** Called with a valid decision, after the password for a ban, and with the facts from before the password. */
  onDecide: (decision: Decision, seen: S) => void;
}

interface Ban {
  nickname: string;
  decision: Penalized;
  standing: SanctionStatus;
  /** What follows once it is confirmed. */
  outcome: string;
}

/** Asks the password before a ban, even where it was entered just now; true at once for other decisions. */
export const confirmBan = async ({ nickname, decision, standing, outcome }: Ban): Promise<boolean> =>
  !isBan(decision, standing) ||
  confirmPassword(api.reports.process, {
    act: `${nickname}님의 계정 이용을 영구 제한하려고 해요${
      penaltyOf(decision) === "ban" ? "" : ` (${consequenceOf(decision, standing)})`
    }.`,
    outcome: `${outcome} 영구 제한은 할 때마다 비밀번호를 물어봐요.`,
  });

type Form = UseFormReturn<Decision, unknown, Decision>;

/** Says that a penalty leads to something else than when it was chosen, and how to impose it all the same. */
export const changedWords = (outcome: string): string =>
  `그 사이 이 사용자의 제재가 바뀌어 결과가 ‘${outcome}’${josa.pick(outcome, "으로/로")} 달라졌습니다. 이대로면 한 번 더 눌러주세요.`;

/** The kind of error that says so. */
const changed = "changed";

/**
 * The sanction status that the person at the screen chose the penalty on: the screen follows a colleague's decision by
 * itself, and the same penalty may then lead to something else. A kept draft counts as chosen on the first reading, since
 * the list may be older than the opening.
 */
const useChosenOn = (
  form: Form,
  { seen: { standing }, isFresh }: Pick<DecisionOptions, "seen" | "isFresh">,
) => {
  const latest = useRef(standing);
  const chosenOn = useRef(standing);
  const isSettled = useRef(false);
  useEffect(() => {
    latest.current = standing;
    if (!isSettled.current) chosenOn.current = standing;
    isSettled.current ||= isFresh;
  }, [standing, isFresh]);
  useEffect(() => {
    const subscription = form.watch((_, { name }) => {
      if (name !== "status" && name !== "penaltyType") return;
      chosenOn.current = latest.current;
      isSettled.current = true;
    });
    return () => {
      subscription.unsubscribe();
    };
  }, [form]);
  return chosenOn;
};

/**
 * The form of a decision: checked by the contract's rules, and a ban by the password. Where the penalty leads to
 * something else than when it was chosen, the first press only says so.
 */
export const useDecisionForm = <S extends Seen>(
  report: Report,
  { seen, isFresh, hasPenalty, earlier, onDecide }: DecisionOptions<S>,
) => {
  const latest = useRef<typeof onDecide | undefined>(undefined);
  useEffect(() => {
    latest.current = onDecide;
    return () => {
      latest.current = undefined;
    };
  });
  const form = useContractForm(decisionForm, {
    // Earlier notes belong to another decision, and stand in the record.
    reviewNotes: "",
    penaltyType: "none",
    duration: null,
    reason: "",
  });
  const chosenOn = useChosenOn(form, { seen, isFresh });
  const step = nextStep(seen.standing);
  useEffect(() => {
    // An error's words name the outcome before the present step.
    if (form.getFieldState("penaltyType").error?.type === changed) form.clearErrors("penaltyType");
  }, [form, step]);
  const [confirmed, setConfirmed] = useState<string>();
  const isConfirmed = earlier !== undefined && confirmed === earlier;
  const submit = (event?: BaseSyntheticEvent): Promise<void> =>
    form.handleSubmit(async (decision) => {
      const outcome = consequenceOf(decision, seen.standing);
      if (outcome !== consequenceOf(decision, chosenOn.current)) {
        chosenOn.current = seen.standing;
        const message = changedWords(outcome);
        form.setError("penaltyType", { type: changed, message }, { shouldFocus: true });
        return;
      }
      if (hasPenalty && penaltyOf(decision) !== "none") {
        const message = "이 신고로 적용한 제재가 남아 있습니다. 먼저 그 제재를 해제해주세요.";
        form.setError("penaltyType", { message }, { shouldFocus: true });
        return;
      }
      if (earlier !== undefined && !isConfirmed && penaltyOf(decision) !== "none") {
        const message = "같은 대상으로 이미 제재했습니다. 한 번 더 제재하려면 위에서 확인해주세요.";
        form.setError("penaltyType", { message }, { shouldFocus: true });
        return;
      }
      // Changes on the screen during the password question were not decided on.
      const ban = {
        nickname: report.reportedUser.nickname,
        decision,
        standing: seen.standing,
        outcome: `확인하면 ${undoMs / 1_000}초 뒤에 처리되고, 그 전에는 되돌릴 수 있어요.`,
      };
      if (!(await confirmBan(ban))) return;
      latest.current?.(decision, seen);
    })(event);
  const again =
    earlier === undefined
      ? undefined
      : { words: earlier, isConfirmed, confirm: (is: boolean) => setConfirmed(is ? earlier : undefined) };
  return { form, submit, again };
};
