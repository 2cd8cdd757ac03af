import { processForm, suspensionDays, type Report } from "@knowhow/shared";
import { useEffect, useLayoutEffect, useState } from "react";
import { useContractForm } from "../../forms/useContractForm.ts";
import { textsOf } from "../../texts/texts.ts";
import { isBan, type Decision } from "../useProcess.ts";
import type { KeyAct } from "./keys.ts";
import { draftName } from "./DecisionsProvider.tsx";

type Form = ReturnType<typeof useContractForm<Decision>>;

const fields = ["status", "reviewNotes", "penaltyType", "duration", "reason"] as const;

/** What was kept of a decision that was begun; anything else is none. */
const readDraft = (kept: unknown): Partial<Decision> | undefined => {
  if (typeof kept !== "object" || kept === null) return undefined;
  const draft = Object.fromEntries(
    fields.flatMap((name) => (name in kept ? [[name, (kept as Partial<Decision>)[name]]] : [])),
  );
  // A state that is not chosen yet is no mistake in a draft.
  return draft;
};

const choose = (form: Form, status: Decision["status"], penaltyType: Decision["penaltyType"] = "none") => {
  const options = { shouldDirty: true, shouldTouch: true };
  form.setValue("status", status, options);
  form.setValue("penaltyType", penaltyType, options);
  if (penaltyType === "suspension" && form.getValues("duration") == null)
    form.setValue("duration", suspensionDays[0], options);
};

/** The next longer suspension, from the longest back to the shortest. */
const longer = (form: Form) => {
  const at = suspensionDays.findIndex((days) => days === Number(form.getValues("duration")));
  choose(form, "resolved", "suspension");
  form.setValue("duration", suspensionDays[(at + 1) % suspensionDays.length] ?? suspensionDays[0], {
    shouldDirty: true,
  });
};

interface Options {
  personId: string;
  /** With what is on its way already. */
  standing: { warningCount: number; isBanned: boolean };
  /** Told of a decision that keeps to the rules, after the password where it is a ban. */
  onDecide: (decision: Decision, isConfirmed: boolean) => void;
}

/** The form of one case: what is typed is kept until the decision has arrived; keys choose. */
export const useCaseForm = (report: Report, { personId, standing, onDecide }: Options) => {
  const [waiting, setWaiting] = useState<Decision>();
  const form = useContractForm(processForm, {
    reviewNotes: report.reviewNotes ?? "",
    penaltyType: "none",
    duration: null,
    reason: "",
  });
  const { getValues, reset, watch } = form;
  const name = draftName(report.id);
  useLayoutEffect(() => {
    const texts = textsOf(personId);
    const fill = () => {
      const draft = readDraft(texts.read(name));
      if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
    };
    fill();
    return texts.onRead(fill);
  }, [personId, name, getValues, reset]);
  useEffect(() => {
    const subscription = watch(() => textsOf(personId).keep(name, { ...getValues() }));
    return () => {
      subscription.unsubscribe();
    };
  }, [personId, name, getValues, watch]);
  const submit = form.handleSubmit((decision) => {
    if (isBan(decision, standing)) setWaiting(decision);
    else onDecide(decision, false);
  });
  const focusReason = () => {
    // The field is there once the penalty is.
    setTimeout(() => {
      // By then a quick hand may have sent it: the question for the password keeps the focus.
      if (document.querySelector('[role="dialog"]') === null) form.setFocus("reason");
    });
  };
  const acts: Partial<Record<KeyAct, () => void>> = {
    submit: () => void submit(),
    dismiss: () => choose(form, "dismissed"),
    resolve: () => choose(form, "resolved"),
    review: () => choose(form, "reviewed"),
    warn: () => {
      choose(form, "resolved", "warning");
      focusReason();
    },
    suspend: () => {
      choose(form, "resolved", "suspension");
      focusReason();
    },
    ban: () => {
      choose(form, "resolved", "ban");
      focusReason();
    },
    longer: () => longer(form),
    notes: () => form.setFocus("reviewNotes"),
  };
  return {
    form,
    submit,
    acts,
    isAskingPassword: waiting !== undefined,
    cancelPassword: () => setWaiting(undefined),
    confirmPassword: () => {
      setWaiting(undefined);
      if (waiting) onDecide(waiting, true);
    },
  };
};
