import { vaultId } from "../offline/vault/vaultRows.ts";

interface KeptScreen {
  path: RegExp;
  /** Selects an element that is there once the screen can be read. */
  needed: string;
}

const readerPath = /^\/read\/([^/]+)\/(\d+)$/;

/** The screens that can be read without a network and are often opened first: the library, a room, a file. */
const screens: readonly KeptScreen[] = [
  { path: /^\/(profile|library)$/, needed: "#purchases li" },
  { path: /^\/chat\/[^/]+$/, needed: '[role="log"] li' },
  { path: readerPath, needed: "[data-picture] canvas, [data-part]" },
];

const unfinished = '.MuiSkeleton-root, [role="progressbar"]:not([aria-valuenow]), [aria-busy="true"]';

/** Whether the visible part of a screen is rendered, with its content or with an error. */
export const isDrawn = (root: Element): boolean => {
  const main = root.querySelector("main");
  if (main === null || main.textContent === "") return false;
  return [...main.querySelectorAll(unfinished)].every(
    (element) => element.getBoundingClientRect().top >= window.innerHeight,
  );
};

/** Whether the screen is still rendering, or has a filled-in search or form: it would not open like that. */
const isInUse = (main: Element): boolean =>
  [...main.querySelectorAll(`input, ${unfinished}`)].some(
    (element) =>
      element.closest("[data-kept=no]") === null &&
      !(element instanceof HTMLInputElement && element.type !== "password" && element.value === ""),
  );

/** The place in the vault of the file that the reader at a path shows. */
export const fileAt = (path: string): string | undefined => {
  const [, contentId = "", index] = readerPath.exec(path) ?? [];
  return index === undefined ? undefined : vaultId(contentId, Number(index));
};

/** Whether all pages in sight of a document are drawn, which come a moment after they are turned to. */
const arePagesDrawn = (main: Element): boolean => {
  const { top = 0, bottom = 0 } = main.querySelector("[data-picture]")?.getBoundingClientRect() ?? {};
  return [...main.querySelectorAll("[data-picture] .page")].every((page) => {
    const place = page.getBoundingClientRect();
    const isInSight = place.bottom > top && place.top < bottom;
    return !isInSight || page.querySelector("canvas:not([hidden])") !== null;
  });
};

/** Whether the screen at a path is a kept one, and looks as it will on its next opening. */
export const isKeepable = (path: string, root: Element): boolean => {
  const screen = screens.find((one) => one.path.test(path));
  const main = root.querySelector("main");
  if (!screen || !main || isInUse(main) || main.querySelector("[data-view=no]") !== null) return false;
  if (!arePagesDrawn(main)) return false;
  return main.querySelector(screen.needed) !== null && document.querySelector('[role="dialog"]') === null;
};
