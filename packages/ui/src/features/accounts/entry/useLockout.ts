import { AppError } from "@knowhow/shared";
import { useEffect, useState } from "react";

/** A lock that the server reported: for which name, how long, and until when on this clock. */
interface Lock {
  identifier: string;
  seconds: number;
  until: number;
}

const tickMs = 250;
const sameName = (left: string, right: string) => left.trim().toLowerCase() === right.trim().toLowerCase();

/** Seconds as people say them: `42초`, `4분 10초`, `2시간 0분 5초`. */
export const formatWait = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  return [
    ...(hours > 0 ? [`${hours}시간`] : []),
    ...(hours > 0 || minutes > 0 ? [`${minutes}분`] : []),
    `${seconds % 60}초`,
  ].join(" ");
};

/**
 * Counts a lock of sign-in down. `remaining` is in seconds and 0 for every name but the locked one;
 * `isOver` is true when the lock of this name has just run out.
 */
export const useLockout = (identifier: string) => {
  const [lock, setLock] = useState<Lock>();
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!lock) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= lock.until) clearInterval(timer);
    }, tickMs);
    return () => {
      clearInterval(timer);
    };
  }, [lock]);
  const isForIdentifier = lock !== undefined && sameName(lock.identifier, identifier);
  // Before the first tick the clock in the state is older than the lock.
  const left = isForIdentifier
    ? Math.min(lock.seconds, Math.max(0, Math.ceil((lock.until - now) / 1_000)))
    : 0;
  return {
    remaining: left,
    isOver: isForIdentifier && left === 0,
    /** Starts counting when the failure is a lock; answers whether it was one. */
    start: (error: unknown, locked: string): boolean => {
      if (!(error instanceof AppError) || error.code !== "LOGIN_LOCKED") return false;
      const seconds = error.details.retryAfter ?? 1;
      setNow(Date.now());
      setLock({ identifier: locked, seconds, until: Date.now() + seconds * 1_000 });
      return true;
    },
    clear: () => setLock(undefined),
  };
};
