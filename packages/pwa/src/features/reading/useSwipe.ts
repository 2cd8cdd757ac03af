import { useEffect, useRef, type RefObject } from "react";

/** Length of a swipe, in px. */
const minDistance = 60;
/** Swipes that begin so near to the screen's edge, in px, are the system's own. */
const edge = 24;

/** Whether a way sideways, a finger's or an arrow key's, scrolls an element between a target and the box around it. */
export const isScrollableSideways = (target: EventTarget | null, box: HTMLElement | null): boolean => {
  for (let at = target instanceof Element ? target : null; at && at !== box; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/u.test(getComputedStyle(at).overflowX))
      return true;
  return false;
};

/**
 * Calls back with the direction to turn when one finger swipes sideways over the document: 1 for the next page. A page
 * wider than the window is scrolled instead, and a selection is made.
 */
export const useSwipe = (box: RefObject<HTMLElement | null>, onSwipe: (direction: 1 | -1) => void): void => {
  const latest = useRef(onSwipe);
  useEffect(() => {
    latest.current = onSwipe;
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    let start: { x: number; y: number } | undefined;
    const handleStart = ({ touches, target }: TouchEvent) => {
      const [finger] = touches;
      const isFree =
        finger !== undefined &&
        touches.length === 1 &&
        // Zoomed in, a finger moves the screen.
        (window.visualViewport?.scale ?? 1) <= 1 &&
        finger.clientX > edge &&
        finger.clientX < window.innerWidth - edge &&
        target instanceof Element &&
        target.closest("[role=region]") !== null &&
        !isScrollableSideways(target, element);
      start = isFree ? { x: finger.clientX, y: finger.clientY } : undefined;
    };
    const handleEnd = ({ changedTouches, touches }: TouchEvent) => {
      const [finger] = changedTouches;
      if (!start || !finger || touches.length > 0) return;
      const [across, down] = [finger.clientX - start.x, finger.clientY - start.y];
      start = undefined;
      if (Math.abs(across) < minDistance || Math.abs(across) < 2 * Math.abs(down)) return;
      if (window.getSelection()?.isCollapsed === false) return;
      latest.current(across < 0 ? 1 : -1);
    };
    const forget = () => {
      start = undefined;
    };
    element.addEventListener("touchstart", handleStart, { passive: true, signal });
    element.addEventListener("touchend", handleEnd, { passive: true, signal });
    element.addEventListener("touchcancel", forget, { passive: true, signal });
    return () => stopping.abort();
  }, [box]);
};
