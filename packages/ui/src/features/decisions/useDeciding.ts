import type { AnyEndpoint, OutputOf } from "@knowhow/shared";
import { useState, type BaseSyntheticEvent } from "react";
import type { DefaultValues, UseFormReturn } from "react-hook-form";
import type { ObjectSchema } from "yup";
import type { CallInput, Sender } from "../../client/client.ts";
import { isDefinite, useEndpointMutation } from "../../client/queries.ts";
import { useMe } from "../../client/session.ts";
import { applyServerErrors } from "../../forms/applyServerErrors.ts";
import { useContractForm } from "../../forms/useContractForm.ts";
import type { StaffTextName } from "../../device/texts/staffTexts.ts";
import { useKeptForm } from "../../device/texts/useKeptText.ts";

/** The fields that every form of a decision has. */
export interface Reasoned {
  reason: string;
}

/** The form of a decision and the state of its sending. */
export interface Deciding<V extends Reasoned> {
  form: UseFormReturn<V, unknown, V>;
  /** Why it was refused, where no field shows it. */
  failure: string | undefined;
  isPending: boolean;
  /** Whether a sending got no answer: the decision may have been taken. */
  isUnanswered: boolean;
  handleSend: (event?: BaseSyntheticEvent) => Promise<void>;
}

const blankReason = { reason: "" };

/** A form for the reason and further fields; typed text is kept under a name until it was sent. */
export const useDecisionForm = <V extends Reasoned>(
  schema: ObjectSchema<V>,
  name: StaffTextName,
  blank: V & DefaultValues<V>,
) => {
  const { user } = useMe();
  const form = useContractForm(schema, blank);
  useKeptForm(form, { personId: user?.id, name, blank });
  return form;
};

/** A form for the reason alone, kept likewise. */
export const useReasonForm = (schema: ObjectSchema<Reasoned>, name: StaffTextName) =>
  useDecisionForm(schema, name, blankReason);

interface Options<T extends AnyEndpoint, V extends Reasoned> {
  form: UseFormReturn<V, unknown, V>;
  /** Asked before anything is sent; nothing is sent where it answers false. */
  confirm?: () => Promise<boolean>;
  /** The input of the call: the reason, and the state on the screen where the decision depends on it. */
  input: (values: V) => CallInput<T>;
  onDone: (answer: OutputOf<T>) => void;
  /** Called with a refusal before its message is shown; true where the decision was made elsewhere. */
  onRefused?: (error: Error) => boolean | undefined;
  onClose: () => void;
}

/** Sends a decision; the dialog closes when it was taken, and keeps the typed text when it was refused. */
export const useDeciding = <T extends AnyEndpoint, V extends Reasoned>(
  call: Sender<T>,
  { form, confirm, input, onDone, onRefused, onClose }: Options<T, V>,
): Deciding<V> => {
  const [failure, setFailure] = useState<string>();
  const [isUnanswered, setIsUnanswered] = useState(false);
  const finish = () => {
    form.reset();
    onClose();
  };
  const { mutate, isPending } = useEndpointMutation(call, {
    onSuccess: (answer) => {
      onDone(answer);
      finish();
    },
    onError: (error) => {
      if (!isDefinite(error)) setIsUnanswered(true);
      if (onRefused?.(error)) finish();
      else setFailure(applyServerErrors(form, error));
    },
  });
  const handleSend = form.handleSubmit(async (values) => {
    setFailure(undefined);
    if (confirm && !(await confirm())) return;
    mutate(input(values));
  });
  return {
    form,
    failure,
    isPending: isPending || form.formState.isSubmitting,
    isUnanswered,
    handleSend,
  };
};
