import { useLayoutEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useKeptForm } from "@knowhow/ui/device/texts/useKeptText.ts";

/**
 * Keeps the typed texts of a form until it is blank again, as useKeptForm does; where nothing is kept, it begins with the
 * stored text.
 */
export const useKeptEdit = <V extends FieldValues>(
  form: UseFormReturn<V, unknown, V>,
  { stored, ...kept }: { personId: string | undefined; name: string; blank: V; stored: V | undefined },
): void => {
  useKeptForm(form, kept);
  const { getValues, reset } = form;
  useLayoutEffect(() => {
    const isBlank = Object.values(getValues()).every((value) => value === "");
    if (stored && isBlank) reset(stored);
    // oxlint-disable-next-line react/exhaustive-deps -- the stored text of the moment in which the form opens
  }, [getValues, reset]);
};
