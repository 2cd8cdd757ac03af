import type { AnyEndpoint, OutputOf } from "@knowhow/shared";
import { useState, type BaseSyntheticEvent } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { ObjectSchema } from "yup";
import type { CallInput, Sender } from "../../client/client.ts";
import { useEndpointMutation } from "../../client/queries.ts";
import { useMe } from "../../client/session.ts";
import { applyServerErrors } from "../../forms/applyServerErrors.ts";
import { useContractForm } from "../../forms/useContractForm.ts";
import type { StaffTextName } from "../../device/texts/staffTexts.ts";
import { useKeptForm } from "../../device/texts/useKeptText.ts";

/** What the form of a decision holds at least. */
export interface Reasoned {
  reason: string;
}

/** The form of a decision and how its sending goes. */
export interface Deciding<V extends Reasoned> {
  form: UseFormReturn<V, unknown, V>;
  /** Why it was refused, where no field says so. */
  failure: string | undefined;
  isPending: boolean;
  handleSend: (event?: BaseSyntheticEvent) => Promise<void>;
}

const blank = { reason: "" };

/** A form for the reason alone; what is typed is kept under a name until it was sent. */
export const useReasonForm = (schema: ObjectSchema<Reasoned>, name: StaffTextName) => {
  const { user } = useMe();
  const form = useContractForm(schema, blank);
  useKeptForm(form, { personId: user?.id, name, blank });
  return form;
};

interface Options<T extends AnyEndpoint, V extends Reasoned> {
  form: UseFormReturn<V, unknown, V>;
  /** Asked before anything is sent; nothing is where it says no. */
  confirm?: () => Promise<boolean>;
  /** What is sent: the reason, and what was seen on the screen where the decision rests on it. */
  input: (values: V) => CallInput<T>;
  onDone: (answer: OutputOf<T>) => void;
  /** Told of a refusal before its words are shown; true where there is nothing left to decide. */
  onRefused?: (error: Error) => boolean | undefined;
  onClose: () => void;
}

/** Sends a decision; the dialog closes when it was taken, and keeps what was typed when it was refused. */
export const useDeciding = <T extends AnyEndpoint, V extends Reasoned>(
  call: Sender<T>,
  { form, confirm, input, onDone, onRefused, onClose }: Options<T, V>,
): Deciding<V> => {
  const [failure, setFailure] = useState<string>();
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
      if (onRefused?.(error)) finish();
      else setFailure(applyServerErrors(form, error));
    },
  });
  const handleSend = form.handleSubmit(async (values) => {
    setFailure(undefined);
    if (confirm && !(await confirm())) return;
    mutate(input(values));
  });
  return { form, failure, isPending: isPending || form.formState.isSubmitting, handleSend };
};
