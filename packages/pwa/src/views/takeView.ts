import type { KeptView } from "./store.ts";

/** The part of a view that is taken of the screen itself. */
export type Picture = Pick<KeptView, "html" | "globals" | "rules" | "top">;

/** More rows of a list than are visible at once. */
const maxRows = 40;

/** A class name of emotion. */
const madeClass = /\.(css-[\w-]+)/g;

/** The CSS rules of emotion: those for the whole page, or those whose classes occur in the HTML. */
const rulesFor = (html: string, isGlobal: boolean): string => {
  const texts: string[] = [];
  for (const { sheet, dataset } of document.querySelectorAll<HTMLStyleElement>("style[data-emotion]")) {
    // Styles of a page of the server name their rules behind it.
    if (dataset["emotion"]?.split(" ")[0]?.endsWith("-global") !== isGlobal) continue;
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

/** Marks scrolling elements in the copy, with the end to begin from: a conversation begins at its newest. */
const noteScrolling = (root: Element, copy: Element): void => {
  const copies = copy.querySelectorAll("*");
  root.querySelectorAll("*").forEach((element, index) => {
    if (scrolls(element))
      copies[index]?.setAttribute("data-scrolls", element.role === "log" ? "end" : "start");
  });
};

/** Keeps, of a file's text, the parts in sight, with their distance from the top of their box in px. */
const leaveParts = (root: Element, copy: Element): void => {
  const copies = copy.querySelectorAll("[data-part]");
  root.querySelectorAll("[data-part]").forEach((part, index) => {
    const taken = copies[index] as HTMLElement; // a clone of this element
    const place = part.getBoundingClientRect();
    const sight = part.closest("[role=region]")?.getBoundingClientRect();
    if (!sight || place.bottom <= sight.top || place.top >= sight.bottom) taken.remove();
    taken.dataset["top"] = String(place.top - (sight?.top ?? 0));
    // The browser takes a part for far away, and for as high as usual, until it has drawn a frame.
    taken.style.contentVisibility = "visible";
  });
};

const shorten = (copy: Element): void => {
  for (const list of copy.querySelectorAll("ul")) {
    // A list of a file's text, of which the parts in sight are kept.
    if (list.closest("[data-part]")) continue;
    const rows = [...list.children];
    const isFromEnd = list.closest("[role=log]") !== null;
    for (const row of isFromEnd ? rows.slice(0, -maxRows) : rows.slice(maxRows)) row.remove();
  }
};

/** Removes typed input, which is kept elsewhere, or not at all. */
const empty = (copy: Element): void => {
  for (const input of copy.querySelectorAll("input"))
    for (const name of ["value", "checked"]) input.removeAttribute(name);
  for (const text of copy.querySelectorAll("textarea")) text.textContent = "";
  for (const option of copy.querySelectorAll("option")) option.removeAttribute("selected");
};

/** The canvases in sight of a box as the address of one picture. */
const drawSight = async (box: HTMLElement): Promise<string> => {
  const { left, top, width, height } = box.getBoundingClientRect();
  const scale = window.devicePixelRatio;
  const picture = new OffscreenCanvas(width * scale, height * scale);
  const context = picture.getContext("2d");
  if (!context) throw new Error("No picture can be drawn here.");
  context.scale(scale, scale);
  for (const canvas of box.querySelectorAll("canvas")) {
    const place = canvas.getBoundingClientRect();
    if (place.bottom < top || place.top > top + height) continue;
    context.drawImage(canvas, place.left - left, place.top - top, place.width, place.height);
  }
  const reader = new FileReader();
  reader.readAsDataURL(await picture.convertToBlob({ type: "image/webp", quality: 0.8 }));
  // Gives its memory back at once.
  picture.width = 0;
  await new Promise((resolve) => {
    reader.addEventListener("loadend", resolve);
  });
  // A text, as `readAsDataURL` was asked.
  return reader.result as string;
};

/** Puts a picture of the canvases in sight in the place of all canvases of a box, which a copy has empty. */
const replaceCanvases = async (root: Element, copy: Element): Promise<void> => {
  const boxes = root.querySelectorAll<HTMLElement>("[data-picture]");
  const copies = copy.querySelectorAll("[data-picture]");
  for (const [index, box] of boxes.entries()) {
    const picture = document.createElement("img");
    picture.alt = "";
    picture.style.width = "100%";
    // Dark paper is a filter over light pages.
    const paper = box.querySelector("canvas")?.parentElement;
    if (paper) picture.style.filter = getComputedStyle(paper).filter;
    picture.src = await drawSight(box);
    copies[index]?.replaceChildren(picture);
  }
};

/** Replaces elements that need the server by those shown without a network. */
const takeOffline = (copy: Element): void => {
  for (const element of copy.querySelectorAll("[data-kept=no]")) element.remove();
  for (const element of copy.querySelectorAll<HTMLElement>("[data-kept=only]")) {
    element.removeAttribute("hidden");
    element.style.display = "contents";
  }
};

const copyOf = (root: Element): Element => {
  const copy = root.cloneNode(true) as Element; // a clone of an element
  noteScrolling(root, copy);
  leaveParts(root, copy);
  takeOffline(copy);
  shorten(copy);
  empty(copy);
  return copy;
};

const pictureOf = (copy: Element): Picture => {
  const html = copy.innerHTML;
  return { html, globals: rulesFor(html, true), rules: rulesFor(html, false), top: window.scrollY };
};

/** The present screen as text, without typed input and without dialogs, which are outside of the root. */
export const takePicture = (root: Element): Picture => pictureOf(copyOf(root));

/** The same, with a picture of the canvases of each box that asks for one. */
export const takeDrawnPicture = async (root: Element): Promise<Picture> => {
  const copy = copyOf(root);
  await replaceCanvases(root, copy);
  return pictureOf(copy);
};
