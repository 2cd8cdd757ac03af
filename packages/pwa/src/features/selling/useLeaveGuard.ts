import { useEffect, useRef } from "react";
import { useBlocker } from "react-router-dom";
import { guardPage } from "@knowhow/ui/device/update/busy.ts";

interface LeaveGuard {
  /** Input would be lost with this page. */
  isAtRisk: () => boolean;
  /** An upload is running that a reload would only delay. */
  isMoving: () => boolean;
  /** Called when the screen is left for another one without loss. */
  onLeave: () => void;
}

/** Signing out asks a question of its own. */
const isOut = (path: string): boolean => path === "/logout" || path === "/login";

/**
 * Asks before input is lost by leaving: the browser's own question on closing, ours (by the blocker's state) inside the
 * app. `allowNavigation` lets the next navigation through, for leaving after a success.
 */
export const useLeaveGuard = ({ isAtRisk, isMoving, onLeave }: LeaveGuard) => {
  const isFree = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isSame =
      currentLocation.pathname === nextLocation.pathname && currentLocation.search === nextLocation.search;
    if (isFree.current || isSame) return false;
    if (isAtRisk()) return true;
    if (currentLocation.pathname !== nextLocation.pathname && !isOut(nextLocation.pathname)) onLeave();
    return false;
  });
  useEffect(
    () =>
      guardPage({
        isAtRisk: () => !isFree.current && isAtRisk(),
        isMoving: () => !isFree.current && isMoving(),
      }),
    [isAtRisk, isMoving],
  );
  const allowNavigation = () => {
    isFree.current = true;
  };
  return { blocker, allowNavigation };
};
