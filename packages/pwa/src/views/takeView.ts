import type { KeptView } from "./store.ts";

type Picture = Pick<KeptView, "html" | "globals" | "rules" | "top">;

/** More rows of a list than anybody sees at once. */
const mostRows = 40;

/** A class that emotion made. */
const madeClass = /\.(css-[\w-]+)/g;

/** The rules that emotion has inserted, those for the whole page or those of its classes that stand in a text. */
const rulesFor = (html: string, isGlobal: boolean): string => {
  const texts: string[] = [];
  for (const { sheet, dataset } of document.querySelectorAll<HTMLStyleElement>("style[data-emotion]")) {
    if (dataset["emotion"]?.endsWith("-global") !== isGlobal) continue;
    for (const { cssText } of sheet?.cssRules ?? []) {
      const classes = [...cssText.matchAll(madeClass)].map(([, name]) => name ?? "");
      if (classes.length === 0 || classes.some((name) => html.includes(name))) texts.push(cssText);
    }
  }
  return texts.join("\n");
};

const scrolls = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight &&
  element.clientHeight > 0 &&
  /auto|scroll/.test(getComputedStyle(element).overflowY);

/** Says in the copy what scrolls, and from which end on: a conversation is read from its newest end. */
const noteScrolling = (root: Element, copy: Element): void => {
  const copies = copy.querySelectorAll("*");
  root.querySelectorAll("*").forEach((element, index) => {
    if (scrolls(element))
      copies[index]?.setAttribute("data-scrolls", element.role === "log" ? "end" : "start");
  });
};

const shorten = (copy: Element): void => {
  for (const list of copy.querySelectorAll("ul")) {
    const rows = [...list.children];
    const isFromEnd = list.closest("[role=log]") !== null;
    for (const row of isFromEnd ? rows.slice(0, -mostRows) : rows.slice(mostRows)) row.remove();
  }
};

/** Takes out what was typed: it is kept elsewhere, or nowhere. */
const empty = (copy: Element): void => {
  for (const input of copy.querySelectorAll("input"))
    for (const name of ["value", "checked"]) input.removeAttribute(name);
  for (const text of copy.querySelectorAll("textarea")) text.textContent = "";
  for (const option of copy.querySelectorAll("option")) option.removeAttribute("selected");
};

/** Puts what stands there without a network in the place of what is read from the server alone. */
const takeOffline = (copy: Element): void => {
  for (const element of copy.querySelectorAll("[data-kept=no]")) element.remove();
  for (const element of copy.querySelectorAll<HTMLElement>("[data-kept=only]")) {
    element.removeAttribute("hidden");
    element.style.display = "contents";
  }
};

/** The screen as it stands, as text: without what was typed, and without dialogs, which stand elsewhere. */
export const takePicture = (root: Element): Picture => {
  const copy = root.cloneNode(true) as Element; // of an element
  noteScrolling(root, copy);
  takeOffline(copy);
  shorten(copy);
  empty(copy);
  const html = copy.innerHTML;
  return { html, globals: rulesFor(html, true), rules: rulesFor(html, false), top: window.scrollY };
};
