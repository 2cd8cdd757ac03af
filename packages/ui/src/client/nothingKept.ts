import { useEffect } from "react";
import { createLiveValue } from "./liveValue.ts";

const screens = createLiveValue(0);
const count = (by: number) => screens.set(screens.getSnapshot() + by);

/** Whether the screen's data is missing on the device: there is no age to tell. */
export const isNothingKept = (): boolean => screens.getSnapshot() > 0;

/** Calls back when that may have changed; gives the way to stop. */
export const onNothingKept = screens.subscribe;

/** Counts as such for as long as the main part of a screen has nothing to show. */
export const useNothingKept = (isNothing: boolean): void =>
  useEffect(() => {
    if (!isNothing) return undefined;
    count(1);
    return () => count(-1);
  }, [isNothing]);
