import { useEffect } from "react";

const holds = new Set<() => boolean>();

/**
 * Keeps the page from being reloaded while `isNeeded`: during a payment, an upload, anything that a reload would lose.
 * Gives the way to end it.
 */
export const holdPage = (isNeeded: () => boolean = () => true): (() => void) => {
  holds.add(isNeeded);
  return () => {
    holds.delete(isNeeded);
  };
};

/** Holds the page for as long as a screen is shown. */
export const useHold = (): void => {
  useEffect(() => holdPage(() => true), []);
};

const written = new Set<HTMLElement>();

const isText = (element: HTMLElement): boolean =>
  element instanceof HTMLTextAreaElement ||
  element.isContentEditable ||
  (element instanceof HTMLInputElement &&
    !/^(button|checkbox|radio|range|search|submit)$/.test(element.type));

const textIn = (element: HTMLElement): string =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element.value
    : element.textContent;

/** Notes every box with typed text; a search text stands in the address and is no loss. */
const handleInput = ({ target }: Event) => {
  if (target instanceof HTMLElement && isText(target) && !target.closest('[role="search"]'))
    written.add(target);
};

/** Begins to note typed text. Gives the way to end it. */
export const watchTyping = (): (() => void) => {
  document.addEventListener("input", handleInput, { capture: true });
  return () => {
    document.removeEventListener("input", handleInput, { capture: true });
  };
};

/** Whether a box of the screen has typed text. */
const isTyping = (): boolean => {
  for (const element of written) if (!element.isConnected) written.delete(element);
  return [...written].some((element) => textIn(element) !== "");
};

/** Whether a reload would interrupt the user now. */
export const isBusy = (): boolean => isTyping() || [...holds].some((isNeeded) => isNeeded());
