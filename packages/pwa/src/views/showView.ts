import { ageMark, forgetViews } from "@knowhow/ui/client/keptViews.ts";
import { activeUserId } from "@knowhow/ui/client/activeUser.ts";
import { formatRelative } from "@knowhow/ui/components/format.ts";
import { applyScheme } from "@knowhow/ui/theme/scheme.ts";
import { noteEarlyPresses } from "./earlyInput.ts";
import type * as readerView from "../offline/vault/readerView.ts";
import { fileAt, isDrawn } from "./screens.ts";
import { keptView, type KeptView } from "./store.ts";

/** The longest time that a kept view, which does not react, is shown. */
const maxMs = 15_000;

const { dataset } = document.documentElement;

const isAlike = ({ scheme, width }: KeptView): boolean =>
  scheme === dataset["scheme"] && width === window.innerWidth;

/** Makes the view inert, except for scrolling. */
const freeze = (element: Element): void => {
  // A scrolling element without focusable children would take the focus itself.
  element.setAttribute("tabindex", "-1");
  if (element.matches("[data-scrolls]") || element.querySelector("[data-scrolls]"))
    for (const child of element.children) freeze(child);
  else element.setAttribute("inert", "");
};

const sheetOf = (css: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};

/** Draws the view over the page in a closed shadow tree, apart from the app. */
const draw = ({ html, globals, rules, scheme, since, top }: KeptView) => {
  const host = document.createElement("div");
  host.ariaHidden = "true";
  host.tabIndex = -1;
  host.style.cssText =
    "position:fixed;inset:0;overflow:auto;z-index:2000;background:var(--kh-palette-background-default)";
  const page = sheetOf(globals);
  const shadow = host.attachShadow({ mode: "closed" });
  shadow.adoptedStyleSheets = [page, sheetOf(rules)];
  document.adoptedStyleSheets = [page];
  const view = document.createElement("div");
  view.dataset["scheme"] = scheme;
  view.innerHTML = html;
  for (const element of view.querySelectorAll<HTMLElement>("[data-words]"))
    element.textContent = (element.dataset["words"] ?? "").replace(ageMark, formatRelative(new Date(since)));
  for (const child of view.children) freeze(child);
  // A picture that is not on the device leaves its place empty.
  view.addEventListener(
    "error",
    ({ target }) => (target as HTMLElement).style.setProperty("visibility", "hidden"),
    true,
  );
  host.addEventListener("mousedown", (event) => event.preventDefault());
  shadow.append(view);
  document.body.append(host);
  for (const element of view.querySelectorAll<HTMLElement>("[data-scrolls=end]"))
    element.scrollTop = element.scrollHeight;
  const part = view.querySelector<HTMLElement>("[data-top]");
  const box = part?.closest<HTMLElement>("[data-scrolls]");
  if (part && box)
    box.scrollTop +=
      part.getBoundingClientRect().top - box.getBoundingClientRect().top - Number(part.dataset["top"]);
  // A new visit begins at the top.
  const [entry] = performance.getEntriesByType("navigation");
  if (entry && "type" in entry && entry.type !== "navigate") host.scrollTop = top;
  return host;
};

/** Shows the view until the app has rendered the screen, and hands over the scroll position. */
const show = (view: KeptView, root: HTMLElement): void => {
  const host = draw(view);
  dataset["keptView"] = "shown";
  // The screen below must take no input while the view covers it.
  root.inert = true;
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    window.removeEventListener("storage", checkPerson);
    if (host.scrollTop > 0) window.scrollTo(0, host.scrollTop);
    host.remove();
    delete dataset["keptView"];
    root.inert = false;
    document.adoptedStyleSheets = [];
  };
  const checkPerson = () => {
    if (activeUserId() !== view.personId) end();
  };
  const observer = new MutationObserver(() => {
    const isFar =
      host.scrollTop > 0 && document.documentElement.scrollHeight < host.scrollTop + window.innerHeight;
    if (isDrawn(root) && !isFar) end();
  });
  const timer = setTimeout(end, maxMs);
  observer.observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["aria-busy"],
  });
  window.addEventListener("storage", checkPerson);
};

/** Shows the view of a file's reader, which has to be decrypted, by the script that the build has named beside this. */
const showReaderView = async (script: string, personId: string, fileId: string, root: HTMLElement) => {
  const { pathname } = window.location;
  // The script's exports.
  const { readReaderView } = (await import(/* @vite-ignore */ script)) as typeof readerView;
  // Written by `keepViews.ts`.
  const view = JSON.parse((await readReaderView(personId, fileId)) ?? "null") as KeptView | null;
  const isWanted = activeUserId() === personId && window.location.pathname === pathname && !isDrawn(root);
  if (view && isAlike(view) && isWanted) show(view, root);
};

/** Begins with the last view of the screen: only without a network, of the active user, in the present scheme and width. */
const begin = (root: HTMLElement | null): void => {
  const personId = activeUserId();
  if (personId === null) {
    forgetViews();
    return;
  }
  const { pathname, search, hash } = window.location;
  // A page that the server drew has its root behind this script.
  if (!root || navigator.onLine || hash !== "") return;
  const fileId = fileAt(pathname);
  const script = document.currentScript?.dataset["reader"];
  // With a search a page, a text or a version is asked for that was not the last.
  if (fileId !== undefined && script !== undefined && search === "")
    window.viewSought = showReaderView(script, personId, fileId, root).catch(() => undefined);
  const view = keptView(pathname, personId);
  if (view && isAlike(view)) show(view, root);
};

applyScheme();
begin(document.getElementById("root"));
noteEarlyPresses();
