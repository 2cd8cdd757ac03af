import { suspensionDays, type Report } from "@knowhow/shared";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useDevice } from "../../../client/platform.tsx";
import type { Decision, Seen } from "../decision.ts";
import { useDecisionForm, type DecisionOptions } from "../useDecisionForm.ts";
import { draftName } from "./caseDrafts.ts";
import type { KeyAct } from "./keys.ts";

type Form = ReturnType<typeof useDecisionForm>["form"];

const fields = ["status", "reviewNotes", "penaltyType", "duration", "reason"] as const;

/** The kept draft of a decision; undefined for anything else. */
const readDraft = (kept: unknown): Partial<Decision> | undefined => {
  if (typeof kept !== "object" || kept === null) return undefined;
  const draft = Object.fromEntries(
    fields.flatMap((name) => (name in kept ? [[name, (kept as Partial<Decision>)[name]]] : [])),
  );
  // A state that is not chosen yet is valid in a draft.
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

interface Options<S extends Seen> extends DecisionOptions<S> {
  personId: string;
  /** Called where the key does not send a kept draft that was not touched since. */
  onKept: () => void;
}

/**
 * The form of one case: typed values are kept until the decision has arrived; keys choose. The key that decides moves
 * on to another person's case: pressed once too often, it must not send the draft that is kept there.
 */
export const useCaseForm = <S extends Seen>(report: Report, { personId, onKept, ...asked }: Options<S>) => {
  const decision = useDecisionForm(report, asked);
  const { form, submit } = decision;
  const { getValues, reset, watch } = form;
  const name = draftName(report.id);
  const { textsOf } = useDevice();
  const isKept = useRef(false);
  useLayoutEffect(() => {
    const texts = textsOf(personId);
    const fill = () => {
      const draft = readDraft(texts.read(name));
      if (!draft) return;
      reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
      isKept.current = true;
    };
    fill();
    return texts.onRead(fill);
  }, [textsOf, personId, name, getValues, reset]);
  useEffect(() => {
    const subscription = watch((_, { type }) => {
      if (type === "change") isKept.current = false;
      textsOf(personId).keep(name, { ...getValues() });
    });
    return () => {
      subscription.unsubscribe();
    };
  }, [textsOf, personId, name, getValues, watch]);
  const focusReason = () => {
    // The field is there once the penalty is.
    setTimeout(() => {
      // The decision may have been sent by then: the password dialog keeps the focus.
      if (document.querySelector('[role="dialog"]') === null) form.setFocus("reason");
    });
  };
  const pick: typeof choose = (...chosen) => {
    isKept.current = false;
    choose(...chosen);
  };
  const acts: Partial<Record<KeyAct, () => void>> = {
    submit: () => (isKept.current ? onKept() : void submit()),
    dismiss: () => pick(form, "dismissed"),
    resolve: () => pick(form, "resolved"),
    review: () => pick(form, "reviewed"),
    warn: () => {
      pick(form, "resolved", "warning");
      focusReason();
    },
    suspend: () => {
      pick(form, "resolved", "suspension");
      focusReason();
    },
    ban: () => {
      pick(form, "resolved", "ban");
      focusReason();
    },
    longer: () => {
      isKept.current = false;
      longer(form);
    },
    notes: () => form.setFocus("reviewNotes"),
  };
  return { ...decision, acts };
};
