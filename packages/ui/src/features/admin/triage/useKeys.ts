import { useEffect, useLayoutEffect, useRef } from "react";
import { actOf, isSearchIn, isTypingIn, type KeyAct } from "./keys.ts";

/** Only moving through a list repeats while a key is held down. */
const repeating: ReadonlySet<KeyAct> = new Set(["next", "previous"] as const);

/** Runs the acts of keys while it is on the screen; an open dialog has the keyboard to itself. */
export const useKeys = (acts: Partial<Record<KeyAct, () => void>>): void => {
  const latest = useRef(acts);
  // Updated before paint: an administrator may press a key as soon as its notice is visible.
  useLayoutEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return;
      const act = actOf(event, isTypingIn(event.target));
      const run = act && latest.current[act];
      if (!run || (act === "submit" && isSearchIn(event.target))) return;
      event.preventDefault();
      if (!event.repeat || repeating.has(act)) run();
    };
    window.addEventListener("keydown", handle);
    return () => {
      window.removeEventListener("keydown", handle);
    };
  }, []);
};
