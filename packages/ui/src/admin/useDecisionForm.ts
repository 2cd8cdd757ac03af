import { decisionForm, type Report } from "@knowhow/shared";
import { useState } from "react";
import { useContractForm } from "../forms/useContractForm.ts";
import { isBan, type Decision, type Standing } from "./decision.ts";

interface Options {
  standing: Standing;
  /** Told of a decision that keeps to the rules; `isConfirmed`: the password was given for it. */
  onDecide: (decision: Decision, isConfirmed: boolean) => void;
}

/** The form of a decision: checked by the contract's rules, and what keeps somebody out for good by the password. */
export const useDecisionForm = (report: Report, { standing, onDecide }: Options) => {
  /** A decision that waits for the password. */
  const [waiting, setWaiting] = useState<Decision>();
  const form = useContractForm(decisionForm, {
    reviewNotes: report.reviewNotes ?? "",
    penaltyType: "none",
    duration: null,
    reason: "",
  });
  const submit = form.handleSubmit((decision) => {
    if (isBan(decision, standing)) setWaiting(decision);
    else onDecide(decision, false);
  });
  return {
    form,
    submit,
    password: {
      isAsked: waiting !== undefined,
      cancel: () => setWaiting(undefined),
      confirm: () => {
        setWaiting(undefined);
        if (waiting) onDecide(waiting, true);
      },
    },
  };
};
