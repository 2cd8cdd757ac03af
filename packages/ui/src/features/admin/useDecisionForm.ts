import { api, type Report } from "@knowhow/shared";
import { decisionForm } from "@knowhow/shared/schemas.ts";
import { useEffect, useRef, type BaseSyntheticEvent } from "react";
import { confirmPassword } from "../../client/passwordPrompt.ts";
import { useContractForm } from "../../forms/useContractForm.ts";
import { isBan, type Decision, type Seen } from "./decision.ts";

interface Options {
  /** How the person stands on the screen. */
  seen: Seen;
  /** Told of a decision that keeps to the rules, after the password where it is a ban, with what was seen as it was made. */
  onDecide: (decision: Decision, seen: Seen) => void;
}

/** Asks the password before a ban is decided: a decision that waits to be sent must not have to ask for it. */
export const confirmBan = (): Promise<boolean> => confirmPassword(api.reports.process);

/** The form of a decision: checked by the contract's rules, and what keeps somebody out for good by the password. */
export const useDecisionForm = (report: Report, { seen, onDecide }: Options) => {
  const latest = useRef<typeof onDecide | undefined>(undefined);
  useEffect(() => {
    latest.current = onDecide;
    return () => {
      latest.current = undefined;
    };
  });
  const form = useContractForm(decisionForm, {
    reviewNotes: report.reviewNotes ?? "",
    penaltyType: "none",
    duration: null,
    reason: "",
  });
  const submit = (event?: BaseSyntheticEvent): Promise<void> =>
    form.handleSubmit(async (decision) => {
      // What changes on the screen while the password is asked was not decided on.
      if (isBan(decision, seen.standing) && !(await confirmBan())) return;
      latest.current?.(decision, seen);
    })(event);
  return { form, submit };
};
