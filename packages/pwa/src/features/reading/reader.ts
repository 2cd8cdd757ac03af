import type { Place } from "../../offline/readingPlaces.ts";

/** What a reader of any kind of file can be told. */
export interface ReaderActs {
  /** Shows a page, counted from 1. */
  showPage: (page: number) => void;
  /** Larger or smaller by a step. */
  zoom: (direction: 1 | -1) => void;
  /** As wide as the window, or a whole page. */
  fit: (to: "width" | "page") => void;
  /** Looks for a text, from the present place on; the empty one ends the search. */
  find: (text: string, direction: "first" | "next" | "previous") => void;
}

/** Matches of a search so far. */
export interface Found {
  /** Counted from 1; 0 before the first is shown. */
  current: number;
  total: number;
  isDone: boolean;
}

/** What a reader of any kind of file tells. */
export interface ReaderNews {
  /** Called once, when its first page can be read, with the word for a page of this kind of file. */
  onOpened: (pages: number, unit: string) => void;
  onPlace: (place: Place) => void;
  onFound: (found: Found) => void;
}

/** Pixels by which a scroll may miss the end. */
const endSlack = 2;

/** Where a place lies among pages that stand one below the other, as a reader's box shows them. */
export const placeAt = (box: HTMLElement, pages: readonly HTMLElement[]): Place => {
  // The last page may be too short to reach the top.
  if (box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - endSlack)
    return { page: Math.max(pages.length, 1), position: 1 };
  const top = box.getBoundingClientRect().top + 1;
  const index = Math.max(
    0,
    pages.findIndex((page) => page.getBoundingClientRect().bottom > top),
  );
  const { top: pageTop = top, height = 1 } = pages[index]?.getBoundingClientRect() ?? {};
  const passed = Math.min(1, Math.max(0, (top - pageTop) / Math.max(height, 1)));
  return { page: index + 1, position: (index + passed) / Math.max(pages.length, 1) };
};

/** Shows a place among them; without a page, by its share alone. */
export const showPlace = (
  box: HTMLElement,
  pages: readonly HTMLElement[],
  { page, position }: Place,
): void => {
  const whole = position * pages.length;
  const index = Math.min(pages.length - 1, page === null ? Math.floor(whole) : page - 1);
  const shown = pages[index];
  if (!shown) return;
  const passed = Math.min(1, Math.max(0, whole - index));
  // Far from the window the browser takes a part for as high as usual, and a share of that is another place.
  shown.style.contentVisibility = "visible";
  const { top, height } = shown.getBoundingClientRect();
  box.scrollTop += top - box.getBoundingClientRect().top + passed * height;
};
