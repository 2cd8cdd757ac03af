import { useRef, useState, type PointerEvent } from "react";

/** How far a thing is pulled sideways before it goes, in px. */
const threshold = 50;

/** Lets a thing be pulled away sideways: give its element the handlers and move it by the offset. */
export const useSwipeAway = (onAway: () => void) => {
  const start = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);
  const handleMove = (event: PointerEvent) => {
    if (start.current !== null) setOffset(event.clientX - start.current);
  };
  const handleEnd = (event: PointerEvent) => {
    if (start.current === null) return;
    const moved = event.clientX - start.current;
    start.current = null;
    setOffset(0);
    if (Math.abs(moved) >= threshold) onAway();
  };
  return {
    offset,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        start.current = event.clientX;
      },
      onPointerMove: handleMove,
      onPointerUp: handleEnd,
      onPointerCancel: () => {
        start.current = null;
        setOffset(0);
      },
    },
  };
};
