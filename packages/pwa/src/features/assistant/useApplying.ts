import { defaultPaidPrice, type Suggestion } from "@knowhow/shared";
import { useState } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { priceOf } from "@knowhow/ui/device/drafts/priceRules.ts";
import type { SellingValues } from "@knowhow/ui/device/drafts/sellingForm.ts";

/** The fields of the form that a suggestion has a value for. */
export const suggestedFields = ["title", "description", "category", "price"] as const;
export type SuggestedField = (typeof suggestedFields)[number];
type Values = Pick<SellingValues, SuggestedField>;

/** The form that suggestions are applied to. */
export type SellingForm = UseFormReturn<SellingValues, unknown, SellingValues>;

/** How a field of the form relates to the suggestion. */
export type ApplyState =
  /** It holds the suggestion, put there by the helper. */
  | "applied"
  /** It already held the same value. */
  | "same"
  /** It holds nothing of the seller's. */
  | "free"
  /** It holds the seller's own text. */
  | "own";

/** The value put into a field, and the form's values before. */
type Applied = Readonly<Partial<Record<SuggestedField, { value: unknown; before: Values }>>>;

/** The values of the form that a suggestion means; a price of 0 is 무료. */
export const valuesOf = ({ title, description, category, suggestedPrice }: Suggestion): Values => ({
  title,
  description,
  category,
  price: suggestedPrice,
});

/** A price half typed is text; it is compared as a number. */
const isEqual = (field: SuggestedField, one: unknown, other: unknown): boolean =>
  field === "price" ? priceOf(one) === priceOf(other) : one === other;

const isBlank = (field: SuggestedField, value: unknown, isNew: boolean): boolean =>
  field === "price" && isNew && priceOf(value) === defaultPaidPrice
    ? true
    : typeof value === "string" && value.trim() === "";

/** Puts suggestions into the form and takes them out again. `isNew`: the form's price is a default, not chosen. */
export const useApplying = (form: SellingForm, isNew: boolean) => {
  const [applied, setApplied] = useState<Applied>({});
  const { isSubmitted } = form.formState;
  const current = useWatch({ control: form.control, name: suggestedFields });

  const stateOf = (field: SuggestedField, suggested: Values): ApplyState => {
    const now = current[suggestedFields.indexOf(field)];
    const change = applied[field];
    const isApplied = change !== undefined && isEqual(field, now, change.value);
    if (isEqual(field, now, suggested[field])) return isApplied ? "applied" : "same";
    return isApplied || isBlank(field, now, isNew) ? "free" : "own";
  };

  const put = (field: SuggestedField, values: Values, shouldValidate: boolean) => {
    const how = { shouldDirty: true, shouldTouch: true, shouldValidate };
    if (field === "title") form.setValue("title", values.title, how);
    else if (field === "description") form.setValue("description", values.description, how);
    else if (field === "category") form.setValue("category", values.category, how);
    else form.setValue("price", values.price, how);
  };

  /** Puts some fields of a suggestion into the form; returns the applied values, for `undo`. */
  const apply = (fields: readonly SuggestedField[], suggested: Values): Applied => {
    const now = form.getValues();
    const done = Object.fromEntries(
      fields.map((field) => {
        const change = applied[field];
        // Undoing brings back the value from before an earlier suggestion.
        const before = change && isEqual(field, now[field], change.value) ? change.before : now;
        return [field, { value: suggested[field], before }];
      }),
    ) as Applied; // the fields are keys of it
    for (const field of fields) put(field, suggested, true);
    setApplied((all) => ({ ...all, ...done }));
    return done;
  };

  /** Restores some fields; a field that was changed since stays as it is. */
  const undo = (done: Applied): void => {
    const now = form.getValues();
    for (const field of suggestedFields) {
      const change = done[field];
      // An empty field is no error before the first submit.
      if (change && isEqual(field, now[field], change.value)) put(field, change.before, isSubmitted);
    }
    setApplied((all) => ({
      ...all,
      ...Object.fromEntries(
        suggestedFields.filter((field) => done[field]).map((field) => [field, undefined]),
      ),
    }));
  };

  return {
    stateOf,
    apply,
    undo,
    /** The state of each field. */
    valueOf: (field: SuggestedField): unknown => current[suggestedFields.indexOf(field)],
    /** Restores one field. */
    undoField: (field: SuggestedField) => {
      const change = applied[field];
      if (change) undo({ [field]: change });
    },
    /** Restores all applied fields. */
    undoAll: () => undo(applied),
  };
};

export type Applying = ReturnType<typeof useApplying>;
