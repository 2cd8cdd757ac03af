import { useDeferredValue } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/** False in the first drawing and true right after it: for content below the edge of the screen. */
export const useDrawnSoon = (isAtOnce = false): boolean => useDeferredValue(true, isAtOnce);

/**
 * The same for the content of a whole screen, true from the start on a return to a part of it: content that is not
 * drawn yet can not be scrolled to. The first entry of a page load begins at the top.
 */
export const useScreenDrawnSoon = (): boolean => {
  const { key, hash } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop && key !== "default";
  return useDrawnSoon(isReturn || hash !== "");
};
