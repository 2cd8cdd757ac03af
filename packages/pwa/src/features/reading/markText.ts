import type { Found } from "./reader.ts";

/** Names of the marks, for `::highlight()`. */
export const markNames = { all: "kh-found", current: "kh-found-current" } as const;
/** More are counted, not found. */
const maxMatches = 5_000;

const fold = (text: string): string => text.normalize("NFC").toLowerCase();

/** Whether folding keeps each letter at its place, so that a match can be marked where it was found. */
const isStraight = (text: string): boolean => fold(text).length === text.length;

const findRanges = (box: HTMLElement, wanted: string): Range[] => {
  const ranges: Range[] = [];
  const nodes = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node && ranges.length < maxMatches; node = nodes.nextNode()) {
    const { textContent } = node;
    const text = textContent ?? "";
    if (!isStraight(text)) continue;
    const folded = fold(text);
    for (
      let at = folded.indexOf(wanted);
      at >= 0 && ranges.length < maxMatches;
      at = folded.indexOf(wanted, at + wanted.length)
    ) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  return ranges;
};

/** Without the interface for marks a match is selected. */
const mark = (ranges: readonly Range[], current: Range | undefined): void => {
  if (!("highlights" in CSS)) {
    const selection = window.getSelection();
    selection?.removeAllRanges();
    if (current) selection?.addRange(current);
    return;
  }
  CSS.highlights.delete(markNames.all);
  CSS.highlights.delete(markNames.current);
  if (ranges.length > 0) CSS.highlights.set(markNames.all, new Highlight(...ranges));
  if (current) CSS.highlights.set(markNames.current, new Highlight(current));
};

/** Searches the text of a box, from the lines in sight on, and marks all matches. */
export const createTextSearch = (box: HTMLElement, onFound: (found: Found) => void) => {
  let ranges: Range[] = [];
  let current = -1;
  const show = () => {
    const range = ranges[current];
    mark(ranges, range);
    range?.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
    // Its part may have been drawn only now.
    const { top = 0 } = range?.getBoundingClientRect() ?? {};
    if (range) box.scrollTop += top - box.getBoundingClientRect().top - box.clientHeight / 3;
    onFound({ current: current + 1, total: ranges.length, isDone: true });
  };
  return {
    find: (text: string, direction: "first" | "next" | "previous"): void => {
      if (direction === "first" || text === "") {
        const wanted = fold(text).trim();
        ranges = wanted === "" ? [] : findRanges(box, wanted);
        const { top } = box.getBoundingClientRect();
        const seen = ranges.findIndex((range) => range.getBoundingClientRect().bottom >= top);
        current = ranges.length === 0 ? -1 : Math.max(seen, 0);
      } else if (ranges.length > 0)
        current = (current + (direction === "next" ? 1 : -1) + ranges.length) % ranges.length;
      show();
    },
    close: (): void => mark([], undefined),
  };
};
