import { yupResolver } from "@hookform/resolvers/yup";
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from "react-hook-form";
import type { ObjectSchema } from "yup";

/** A form with the rules of the contract: checked on leaving a field and on sending, the first wrong field focused. */
export const useContractForm = <V extends FieldValues>(
  schema: ObjectSchema<V>,
  defaults: DefaultValues<V>,
  /** `onSubmit` where leaving a field empty is no error yet. */
  mode: "onTouched" | "onSubmit" = "onTouched",
): UseFormReturn<V, unknown, V> =>
  useForm<V, unknown, V>({
    // The resolver's own types ask for the input before the transforms, which a form here never differs from.
    resolver: yupResolver(schema) as never,
    defaultValues: defaults,
    mode,
    shouldFocusError: true,
  });
