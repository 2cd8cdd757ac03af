import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Distance in px within which the edge counts as reached. */
const nearEnd = 80;
const nearStart = 240;

interface Sticky {
  /** Key of the first entry: another one means that older entries came before it. */
  firstKey: string | undefined;
  /** Key of the last entry: another one means that entries came below. */
  lastKey: string | undefined;
  /** Set when the last entry is one's own: it is always scrolled to. */
  isOwnLast: boolean;
  onNearStart: () => void;
}

/** Keeps a scrolling list at its end while it is there, and in its place while older entries come above. */
export const useStickyScroll = ({ firstKey, lastKey, isOwnLast, onNearStart }: Sticky) => {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  /** The last drawing, to find the changes. */
  const drawn = useRef<{ firstKey?: string | undefined; lastKey?: string | undefined; height: number }>({
    height: 0,
  });
  /** The reason for the button back to the end. */
  const [away, setAway] = useState<"no" | "older" | "new">("no");
  const toEnd = useCallback(() => {
    const { current } = box;
    if (!current) return;
    isAtEnd.current = true;
    current.scrollTop = current.scrollHeight;
    setAway("no");
  }, []);

  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const before = drawn.current;
    drawn.current = { firstKey, lastKey, height: current.scrollHeight };
    const isNewBelow = before.lastKey !== undefined && before.lastKey !== lastKey;
    if (isAtEnd.current || (isNewBelow && isOwnLast)) toEnd();
    else if (before.firstKey !== firstKey) current.scrollTop += current.scrollHeight - before.height;
    else if (isNewBelow) setAway("new");
  }, [firstKey, lastKey, isOwnLast, toEnd]);

  // The keyboard of a phone, a larger box to write in, a message that grows: the end stays in view.
  useEffect(() => {
    const { current } = box;
    if (!current || typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight;
    });
    observer.observe(current);
    for (const content of current.children) observer.observe(content);
    return () => observer.disconnect();
  }, []);

  const handleScroll = () => {
    const { current } = box;
    if (!current) return;
    isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < nearEnd;
    drawn.current.height = current.scrollHeight;
    setAway((before) => (isAtEnd.current ? "no" : before === "no" ? "older" : before));
    if (!isAtEnd.current && current.scrollTop < nearStart) onNearStart();
  };
  return { box, away, toEnd, handleScroll };
};
