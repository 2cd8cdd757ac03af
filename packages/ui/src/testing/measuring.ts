// Once for all files of a worker. Queries by role and label ask jsdom for labels and styles of each element, each time
// the page changes and every 50 ms between: jsdom searches the whole document and all style sheets for each answer.
import { StyleSheet } from "@emotion/sheet";

let labels: Map<Element, HTMLLabelElement[]> | undefined;
let styles = new WeakMap<Element, CSSStyleDeclaration>();

const forget = () => {
  labels = undefined;
  styles = new WeakMap();
};
const changes = new MutationObserver(forget);
changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
/** What was found before the page changed is not used. */
const forgetStale = () => {
  if (changes.takeRecords().length > 0) forget();
};

const findLabels = (): Map<Element, HTMLLabelElement[]> => {
  const found = new Map<Element, HTMLLabelElement[]>();
  for (const label of document.querySelectorAll("label"))
    if (label.control) found.set(label.control, [...(found.get(label.control) ?? []), label]);
  return found;
};

for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement])
  Object.defineProperty(prototype, "labels", {
    get(this: Element) {
      forgetStale();
      return (labels ??= findLabels()).get(this) ?? [];
    },
  });

const computeStyle = window.getComputedStyle.bind(window);
window.getComputedStyle = (element, pseudo) => {
  // A growing text field measures itself after every render, which jsdom answers with zeros.
  if (element instanceof HTMLTextAreaElement) return element.style;
  if (pseudo) return computeStyle(element, pseudo);
  forgetStale();
  const known = styles.get(element);
  if (known) return known;
  const style = computeStyle(element);
  styles.set(element, style);
  return style;
};

// Of the styles of components, those that decide who sees, hears and presses an element are kept.
const insert = StyleSheet.prototype.insert;
StyleSheet.prototype.insert = function (this: StyleSheet, rule: string) {
  const kept = rule.replace(
    /(?<=[{;])(?!display|visibility|opacity|content|pointer-events)[a-z-]+:[^;{}]*;/g,
    "",
  );
  if (/\{[^{}]*:/.test(kept)) insert.call(this, kept);
};
