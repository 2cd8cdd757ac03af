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

interface PageGuard {
  /** Data would be lost with this page. */
  isAtRisk: () => boolean;
  /** A transfer is under way that a reload would only delay. */
  isMoving?: () => boolean;
}

/** The browser asks before it closes a page at risk, and no update reloads it meanwhile; gives the way to end it. */
export const guardPage = ({ isAtRisk, isMoving = isAtRisk }: PageGuard): (() => void) => {
  const handleUnload = (event: BeforeUnloadEvent) => {
    if (isAtRisk()) event.preventDefault();
  };
  window.addEventListener("beforeunload", handleUnload);
  const releasePage = holdPage(() => isAtRisk() || isMoving());
  return () => {
    window.removeEventListener("beforeunload", handleUnload);
    releasePage();
  };
};

const written = new Set<HTMLElement>();

/** The text typed into a box; undefined where an element is none. */
const textIn = (element: HTMLElement): string | undefined => {
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (!(element instanceof HTMLInputElement))
    return element.isContentEditable ? element.textContent : undefined;
  return /^(button|checkbox|radio|range|search|submit)$/.test(element.type) ? undefined : element.value;
};

/** Notes every box with typed text; a search text stands in the address and is no loss. */
const handleInput = ({ target }: Event) => {
  if (!(target instanceof HTMLElement) || target.closest('[role="search"]')) return;
  if (textIn(target) !== undefined) written.add(target);
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
  return [...written].some(textIn);
};

/** Whether a reload would interrupt the user now. */
export const isBusy = (): boolean => isTyping() || [...holds].some((isNeeded) => isNeeded());
