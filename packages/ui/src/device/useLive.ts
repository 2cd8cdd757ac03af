import { useState, useSyncExternalStore } from "react";
import type { LiveValue } from "../client/liveValue.ts";

/** Answers the value from before where the next one is equal to it. */
const createKeeper = <S>(isEqual: (before: S, next: S) => boolean) => {
  let kept: { value: S } | undefined;
  return (next: S): S => {
    if (!kept || !isEqual(kept.value, next)) kept = { value: next };
    return kept.value;
  };
};

/** Whether two selections are of the same rows. */
export const hasSameRows = <T>(before: readonly T[], next: readonly T[]): boolean =>
  before.length === next.length && before.every((row, index) => row === next[index]);

/** A selection of a live value, the same object until it differs by `isEqual`. */
export const useLive = <T, S>(
  { subscribe, getSnapshot }: LiveValue<T>,
  select: (value: T) => S,
  isEqual: (before: S, next: S) => boolean = Object.is,
): S => {
  const [keep] = useState(() => createKeeper(isEqual));
  const read = () => keep(select(getSnapshot()));
  return useSyncExternalStore(subscribe, read, read);
};
