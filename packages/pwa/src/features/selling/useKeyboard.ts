import { useEffect } from "react";

/** Keyboards are higher than this, in px; bars of the browser that come and go are not. */
const keyboardHeight = 150;

const isField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches("input, textarea");

/**
 * While a keyboard is open on a phone: fixed bars make room, by `data-keyboard` on the page, and the focused field is
 * brought into the part of the window that is left.
 */
export const useKeyboard = (): void => {
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
