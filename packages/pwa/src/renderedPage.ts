import type { AnsweredRead } from "@knowhow/shared";
import { noteKeys } from "@knowhow/ui/client/notes.ts";
import { takeIsVisitor } from "@knowhow/ui/client/bootstrap.ts";
import type { QueryClient } from "@tanstack/react-query";
import { deskQuery } from "@knowhow/ui/components/useIsDesk.ts";

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

/**
 * The answers that the server rendered this page from, where the app's first drawing is the very same: for a visitor on
 * a device without notes of the app, which would show more than the server knows. Elsewhere the app draws anew.
 */
export const takeReads = (root: HTMLElement): AnsweredRead[] | undefined => {
  const { rendered } = root.dataset;
  const isDesk = window.matchMedia(deskQuery).matches;
  if (rendered !== (isDesk ? "desk" : "phone") || noteKeys("knowhow-").length > 0 || !navigator.onLine)
    return undefined;
  if (!takeIsVisitor()) return undefined;
  const text = document.getElementById("reads")?.textContent ?? "[]";
  return JSON.parse(text) as AnsweredRead[]; // written by the server
};

/** Writes a text into a box as typing does, so that the app notices. */
const typeInto = (box: HTMLInputElement, text: string): void => {
  // The app's own setter notes each value that it is given, and then sees no change.
  box.value = "";
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, text);
  box.dispatchEvent(new Event("input", { bubbles: true }));
};

/** Ends the time of the server's page: what was typed and pressed before the app was there reaches it now. */
export const replayInput = (root: HTMLElement): void => {
  if (root.dataset["rendered"] === undefined) return;
  delete root.dataset["rendered"];
  for (const box of root.querySelectorAll("input"))
    if (box.value !== box.defaultValue) typeInto(box, box.value);
  const button = root.querySelector<HTMLElement>("[data-pressed]");
  button?.removeAttribute("data-pressed");
  // Once what was typed is drawn, which the button may send.
  setTimeout(() => button?.click());
};
