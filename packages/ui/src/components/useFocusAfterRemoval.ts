import { useEffect, type RefObject } from "react";

/**
 * Gives the focus to a place, the list itself where none is named, when the entry of a list that had it is gone: at
 * once, or when the dialog that was opened from the entry closes. It never falls to the page, unless a person has
 * pressed beside the list before.
 */
export const useFocusAfterRemoval = (
  list: RefObject<HTMLElement | null>,
  place: RefObject<HTMLElement | null> = list,
): void => {
  useEffect(() => {
    let last: Element | undefined;
    const note = ({ type, target }: Event) => {
      if (!(target instanceof Element)) return;
      if (list.current?.contains(target)) {
        // A press there may give no focus, or find it there already.
        if (type === "focusin") last = target;
      }
      // From a dialog the focus comes back.
      else if (target.closest('[role="dialog"], [role="presentation"]') === null) last = undefined;
    };
    const observer = new MutationObserver(() => {
      if (last === undefined || last.isConnected || document.activeElement !== document.body) return;
      // An open dialog has the focus in a moment, and gives it back when it closes.
      if (document.querySelector('[role="dialog"]') !== null) return;
      last = undefined;
      // The person may look at something else.
      place.current?.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", note);
    document.addEventListener("pointerdown", note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("pointerdown", note);
      observer.disconnect();
    };
  }, [list, place]);
};
