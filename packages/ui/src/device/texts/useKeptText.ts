import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { textsOf } from "./texts.ts";

/** What a person has typed under a name and not sent; given again when the device has been read. */
export const useKeptText = (personId: string, name: string): string => {
  const texts = textsOf(personId);
  return useSyncExternalStore(texts.onRead, () => {
    const kept = texts.read(name);
    return typeof kept === "string" ? kept : "";
  });
};

const isBlank = (values: FieldValues): boolean => Object.values(values).every((value) => value === "");

/** Values of the form that may have been kept by an earlier version of it. */
const fits = <V extends FieldValues>(kept: unknown, blank: V): kept is V =>
  typeof kept === "object" &&
  kept !== null &&
  Object.keys(blank).every((field) => typeof (kept as FieldValues)[field] === "string");

/**
 * Keeps what stands in a form of texts, under a name, until the form is blank again; puts it back when the same person
 * comes back. What is typed while it is not known who writes is theirs, what somebody else typed is not.
 */
export const useKeptForm = <V extends FieldValues>(
  { getValues, reset, watch }: UseFormReturn<V, unknown, V>,
  { personId, name, blank }: { personId: string | undefined; name: string; blank: V },
): void => {
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
      // What is typed here comes before what was kept.
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
  }, [personId, name, getValues, reset, watch]);
};
