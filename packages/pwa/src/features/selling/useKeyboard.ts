import { useEffect } from "react";
import { noticesId } from "@knowhow/ui/components/ToastProvider.tsx";
import { isUnderToasts } from "@knowhow/ui/components/underToasts.ts";

/** Keyboards are higher than this, in px; bars of the browser that come and go are not. */
const keyboardHeight = 150;

const isField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches("input, textarea");

/** Moves the toasts to the top, by `data-covered` on the page, while they would lie on the field that has the focus. */
const keepToastsOff = (): (() => void) => {
  const region = document.getElementById(noticesId)?.parentElement;
  const { dataset } = document.documentElement;
  const place = () => {
    delete dataset["covered"];
    const field = document.activeElement;
    if (isField(field) && (isUnderToasts(field) || "keyboard" in dataset)) dataset["covered"] = "";
  };
  const observer = new MutationObserver(place);
  if (region) observer.observe(region, { childList: true, subtree: true });
  document.addEventListener("focusin", place);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", place);
    delete dataset["covered"];
  };
};

/**
 * While a keyboard is open on a phone: fixed bars make room, by `data-keyboard` on the page, and the focused field is
 * brought into the part of the window that is left.
 */
export const useKeyboard = (): void => {
  useEffect(keepToastsOff, []);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const { dataset } = document.documentElement;
    let { width, height: whole } = viewport;
    const follow = () => {
      const field = document.activeElement;
      // Turned, or not covered: as high as it gets.
      if (viewport.width !== width || !isField(field)) whole = viewport.height;
      ({ width } = viewport);
      whole = Math.max(whole, viewport.height);
      if (!isField(field) || whole - viewport.height < keyboardHeight) {
        delete dataset["keyboard"];
        return;
      }
      dataset["keyboard"] = "";
      const { top, bottom } = field.getBoundingClientRect();
      const end = viewport.offsetTop + viewport.height;
      // The end of a long text may be seen already, where one types.
      if (bottom > end && top > end - keyboardHeight / 2) field.scrollIntoView({ block: "center" });
    };
    viewport.addEventListener("resize", follow);
    document.addEventListener("focusin", follow);
    document.addEventListener("focusout", follow);
    return () => {
      viewport.removeEventListener("resize", follow);
      document.removeEventListener("focusin", follow);
      document.removeEventListener("focusout", follow);
      delete dataset["keyboard"];
    };
  }, []);
};
