import { useEffect, useState } from "react";
import { serverNow } from "@knowhow/ui/client/serverClock.ts";

/** Whole minutes that are left of some after a time, counted down to 0. */
export const useMinutesLeft = (from: string, minutes: number): number => {
  const [now, setNow] = useState(serverNow);
  const left = Date.parse(from) + minutes * 60_000 - now.getTime();
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setNow(serverNow()), left % 60_000 || 60_000);
    return () => clearTimeout(timer);
  }, [left]);
  return Math.max(0, Math.ceil(left / 60_000));
};
