import { useEffect } from "react";

let screens = 0;
const listeners = new Set<() => void>();
const count = (by: number) => {
  screens += by;
  for (const listener of listeners) listener();
};

/** Whether what is on the screen is not on the device: there is nothing whose age could be told. */
export const isNothingKept = (): boolean => screens > 0;

/** Calls back when that may have changed; gives the way to stop. */
export const onNothingKept = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Says so for as long as the part of a screen that is its matter has nothing to show. */
export const useNothingKept = (isNothing: boolean): void =>
  useEffect(() => {
    if (!isNothing) return undefined;
    count(1);
    return () => count(-1);
  }, [isNothing]);
