import { useEffect, type RefObject } from "react";

const distanceOf = ([one, other]: readonly Touch[]): number =>
  one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;

/** Calls back while two fingers move apart or together, or the wheel turns under Ctrl, as a trackpad tells a pinch. */
export const usePinch = (
  box: RefObject<HTMLElement | null>,
  onScale: (factor: number, origin: [x: number, y: number]) => void,
): void => {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    let before = 0;
    const handleWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      onScale(Math.exp(-event.deltaY / 200), [event.clientX, event.clientY]);
    };
    const handleMove = (event: TouchEvent) => {
      const [one, other] = event.touches;
      if (event.touches.length !== 2 || !one || !other) return;
      event.preventDefault();
      const distance = distanceOf([one, other]);
      if (before > 0)
        onScale(distance / before, [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2]);
      before = distance;
    };
    const handleEnd = () => {
      before = 0;
    };
    element.addEventListener("wheel", handleWheel, { passive: false, signal });
    element.addEventListener("touchmove", handleMove, { passive: false, signal });
    element.addEventListener("touchend", handleEnd, { signal });
    element.addEventListener("touchcancel", handleEnd, { signal });
    return () => stopping.abort();
  }, [box, onScale]);
};
