import { useDeferredValue } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/** False when something is drawn first, and true as soon as that stands: for what is below the edge of the screen. */
export const useDrawnSoon = (isAtOnce = false): boolean => useDeferredValue(true, isAtOnce);

/**
 * The same for what a whole screen is made of, true from the start where somebody comes back to a part of it: what is
 * not drawn yet can not be scrolled to. The first entry of a page load begins at the top.
 */
export const useScreenDrawnSoon = (): boolean => {
  const { key, hash } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop && key !== "default";
  return useDrawnSoon(isReturn || hash !== "");
};
