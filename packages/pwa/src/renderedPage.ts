import type { AnsweredRead } from "@knowhow/shared";
import { activeUserId } from "@knowhow/ui/client/activeUser.ts";
import { takeIsVisitor } from "@knowhow/ui/client/bootstrap.ts";
import { noteKeys } from "@knowhow/ui/client/notes.ts";
import { deskQuery } from "@knowhow/ui/components/useIsDesk.ts";
import type { QueryClient } from "@tanstack/react-query";
import { pressable } from "./views/earlyInput.ts";

/** Puts the answers that a page was made of into the cache, as its screen's reads find them. */
export const primeReads = (queryClient: QueryClient, reads: readonly AnsweredRead[]): void => {
  for (const { path, input, isPaged, data, nextCursor } of reads)
    if (isPaged)
      queryClient.setQueryData([path, input, "pages"], {
        pages: [{ data, nextCursor }],
        pageParams: [undefined],
      });
    else queryClient.setQueryData([path, input], data);
};

/** A page that the server rendered for a visitor. */
interface ServerPage {
  reads: AnsweredRead[];
  /**
   * Whether the app's first drawing equals it, so that React hydrates: in a window as wide as the server assumed, on a
   * device without notes of the app, such as a chosen scheme. Elsewhere the app renders from the start, with the same answers.
   */
  isSame: boolean;
}

/** The server's page that this one is; undefined for the app's frame, and where the reader may be no visitor. */
export const takeServerPage = (root: HTMLElement): ServerPage | undefined => {
  const { rendered } = root.dataset;
  if (rendered === undefined || activeUserId() !== null || !takeIsVisitor()) return undefined;
  const text = document.getElementById("reads")?.textContent ?? "[]";
  return {
    reads: JSON.parse(text) as AnsweredRead[], // written by the server
    isSame: rendered === String(window.matchMedia(deskQuery).matches) && noteKeys("knowhow-").length === 0,
  };
};

const boxesIn = (root: Element): HTMLInputElement[] => [...root.querySelectorAll("input")];
const nameOf = (element: Element): string => element.ariaLabel ?? element.textContent;
const buttonsNamed = (root: Element, name: string): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(pressable)].filter((button) => nameOf(button) === name);

/** Writes a text into a box as typing does, so that the app notices. */
const typeInto = (box: HTMLInputElement, text: string): void => {
  // React notes each value that is set, and would then see no change.
  box.value = "";
  box.setRangeText(text);
  box.dispatchEvent(new Event("input", { bubbles: true }));
};

/**
 * Takes early input (texts, the last press, the scroll position) off a page of the server before the app draws in its
 * place; gives the function that repeats it once the app listens.
 */
export const takeEarlyInput = (root: HTMLElement): (() => void) => {
  const texts = boxesIn(root).map(({ value, defaultValue }) => (value === defaultValue ? "" : value));
  const pressed = root.querySelector<HTMLElement>("[data-pressed]");
  const name = pressed ? nameOf(pressed) : "";
  const position = pressed ? buttonsNamed(root, name).indexOf(pressed) : 0;
  pressed?.removeAttribute("data-pressed");
  const isRendered = root.dataset["rendered"] !== undefined;
  delete root.dataset["rendered"];
  const { scrollY } = window;
  return () => {
    // The router begins at the top.
    if (isRendered && scrollY > 0) window.scrollTo(0, scrollY);
    boxesIn(root).forEach((box, index) => {
      if (texts[index]) typeInto(box, texts[index]);
    });
    // What was typed is drawn by then too, which the button may send.
    if (pressed) setTimeout(() => buttonsNamed(root, name)[position]?.click());
  };
};
