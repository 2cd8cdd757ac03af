import { useEffect } from "react";
import { createLiveValue } from "./liveValue.ts";

const screens = createLiveValue(0);
const count = (by: number) => screens.set(screens.getSnapshot() + by);

/** Whether what is on the screen is not on the device: there is nothing whose age could be told. */
export const isNothingKept = (): boolean => screens.getSnapshot() > 0;

/** Calls back when that may have changed; gives the way to stop. */
export const onNothingKept = screens.subscribe;

/** Says so for as long as the part of a screen that is its matter has nothing to show. */
export const useNothingKept = (isNothing: boolean): void =>
  useEffect(() => {
    if (!isNothing) return undefined;
    count(1);
    return () => count(-1);
  }, [isNothing]);
