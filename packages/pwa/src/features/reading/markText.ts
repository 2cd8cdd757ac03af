import type { Found } from "./reader.ts";

/** Names of the marks, for `::highlight()`. */
export const markNames = { all: "kh-found", current: "kh-found-current" } as const;
/** More are counted, not found. */
const maxMatches = 5_000;

const fold = (text: string): string => text.normalize("NFC").toLowerCase();

/** A text as it is searched: letters stay at their places, so that a match can be marked where it was found. */
const foldInPlace = (text: string): string => {
  const folded = fold(text);
  return folded.length === text.length ? folded : text;
};

/** All texts of a box in a row, parted by blanks: a match may go on in the next paragraph or cell. */
const joinTexts = (box: HTMLElement) => {
  const nodes: { node: Node; from: number }[] = [];
  let joined = "";
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, from: joined.length });
    joined += `${foldInPlace(node.textContent ?? "")} `;
  }
  return { nodes, joined };
};

/** A pattern for some words, whatever blanks and line ends are between them. */
const patternOf = (wanted: string): RegExp =>
  new RegExp(
    wanted
      .split(/\s+/u)
      .map((word) => word.replace(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`))
      .join(String.raw`\s+`),
    "gu",
  );

const findRanges = (box: HTMLElement, wanted: string): Range[] => {
  const ranges: Range[] = [];
  const { nodes, joined } = joinTexts(box);
  let index = 0;
  /** The node of a place that is behind those asked for before. */
  const nodeAt = (place: number) => {
    while ((nodes[index + 1]?.from ?? Number.POSITIVE_INFINITY) <= place) index += 1;
    return nodes[index];
  };
  for (const { 0: match, index: at } of joined.matchAll(patternOf(wanted))) {
    if (ranges.length === maxMatches) break;
    const first = nodeAt(at);
    const last = nodeAt(at + match.length - 1);
    if (!first || !last) break;
    const range = document.createRange();
    range.setStart(first.node, at - first.from);
    range.setEnd(last.node, at + match.length - last.from);
    ranges.push(range);
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
    // The part of the text around a hit may have been drawn only now.
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
