interface KeptScreen {
  path: RegExp;
  /** Stands there when it can be read. */
  needed: string;
}

/** What can be read without a network and is opened by itself: what one bought, and a talk. */
const screens: readonly KeptScreen[] = [
  { path: /^\/profile$/, needed: "#purchases li" },
  { path: /^\/chat\/[^/]+$/, needed: '[role="log"] li' },
];

const unfinished = '.MuiSkeleton-root, [role="progressbar"], [aria-busy="true"]';

/** Whether what is seen of a screen is drawn: with what it shows, or with the word that it can not be. */
export const isDrawn = (root: Element): boolean => {
  const main = root.querySelector("main");
  if (main === null || main.textContent === "") return false;
  return [...main.querySelectorAll(unfinished)].every(
    (element) => element.getBoundingClientRect().top >= window.innerHeight,
  );
};

/** Whether it is still being drawn, or somebody searches or fills in a form: it does not look so when it is opened. */
const isInUse = (main: Element): boolean =>
  [...main.querySelectorAll(`input, ${unfinished}`)].some(
    (element) =>
      element.closest("[data-kept=no]") === null &&
      !(element instanceof HTMLInputElement && element.type !== "password" && element.value === ""),
  );

/** Whether the screen at a path is one that is kept, and stands as it will look the next time. */
export const isKeepable = (path: string, root: Element): boolean => {
  const screen = screens.find((one) => one.path.test(path));
  const main = root.querySelector("main");
  if (!screen || !main || isInUse(main) || main.querySelector("[data-view=no]") !== null) return false;
  return main.querySelector(screen.needed) !== null && document.querySelector('[role="dialog"]') === null;
};
