import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useDevice } from "../../client/platform.tsx";

/** A person's unsent text under a name; given again when the device has been read. */
export const useKeptText = (personId: string, name: string): string => {
  const texts = useDevice().textsOf(personId);
  return useSyncExternalStore(texts.onRead, () => {
    const kept = texts.read(name);
    return typeof kept === "string" ? kept : "";
  });
};

/** Whether unsent texts of a form are kept for a person under a name. */
export const useHasKeptForm = (personId: string, name: string): boolean => {
  const texts = useDevice().textsOf(personId);
  return useSyncExternalStore(texts.onRead, () => texts.read(name) !== undefined);
};

const isBlank = (values: FieldValues): boolean => Object.values(values).every((value) => value === "");

/** Whether a kept value, perhaps of an earlier version of the form, fits this one. */
const fits = <V extends FieldValues>(kept: unknown, blank: V): kept is V =>
  typeof kept === "object" &&
  kept !== null &&
  Object.keys(blank).every((field) => typeof (kept as FieldValues)[field] === "string");

/**
 * Keeps the texts of a form, under a name, until the form is blank again; puts them back for the same person. Text
 * typed before the user is known counts as this user's; another user's text is removed.
 */
export const useKeptForm = <V extends FieldValues>(
  { getValues, reset, watch }: UseFormReturn<V, unknown, V>,
  { personId, name, blank }: { personId: string | undefined; name: string; blank: V },
): void => {
  const { textsOf } = useDevice();
  const before = useRef<string>(undefined);
  const empty = useRef(blank);
  // Before anything is drawn.
  useLayoutEffect(() => {
    if (personId === undefined) return undefined;
    const texts = textsOf(personId);
    const place = `${personId} ${name}`;
    if (before.current !== undefined && before.current !== place) reset(empty.current);
    before.current = place;
    const fill = () => {
      const kept = texts.read(name);
      // Text typed here comes before kept text.
      if (!isBlank(getValues())) texts.keep(name, { ...getValues() });
      else if (fits(kept, empty.current)) reset(kept, { keepDefaultValues: true });
    };
    fill();
    const stop = texts.onRead(fill);
    const subscription = watch(() => {
      const values = getValues();
      texts.keep(name, isBlank(values) ? undefined : { ...values });
    });
    return () => {
      stop();
      subscription.unsubscribe();
    };
  }, [textsOf, personId, name, getValues, reset, watch]);
};
