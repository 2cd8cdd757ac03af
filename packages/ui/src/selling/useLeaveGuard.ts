import { useEffect, useRef } from "react";
import { useBlocker } from "react-router-dom";
import { holdPage } from "../update/busy.ts";

/**
 * Asks before unsaved input is left: the browser's own question on closing, ours (by the blocker's state) inside the
 * app. `letGo` lets the next navigation through, for leaving after a success.
 */
export const useLeaveGuard = (isUnsaved: () => boolean) => {
  const isFree = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isFree.current && currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );
  useEffect(() => {
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (!isFree.current && isUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", handleUnload);
    return () => {
      window.removeEventListener("beforeunload", handleUnload);
    };
  }, [isUnsaved]);
  useEffect(() => holdPage(() => !isFree.current && isUnsaved()), [isUnsaved]);
  const letGo = () => {
    isFree.current = true;
  };
  return { blocker, letGo };
};
