import { forgetViews, viewPaths, viewPrefix } from "@knowhow/ui/client/keptViews.ts";

/** A screen as it last looked: shown in its place until the app has started and rendered it. */
export interface KeptView {
  /** The user that it is of. */
  personId: string;
  /** Milliseconds. */
  keptAt: number;
  /** The age of the data that it shows, as a time in milliseconds. */
  since: number;
  scheme: string;
  /** Of the window, in px. */
  width: number;
  /** How far the page was scrolled, in px. */
  top: number;
  html: string;
  /** CSS rules for the whole page, and those of the view's classes. */
  globals: string;
  rules: string;
}

/** How many views are kept, the newest ones, and the longest length of each. */
const maxViews = 3;
const maxLength = 300_000;

/** The view of a path that is kept for a user; never another user's. */
export const keptView = (path: string, personId: string): KeptView | undefined => {
  try {
    const kept = window.localStorage.getItem(viewPrefix + path);
    const view = kept === null ? undefined : (JSON.parse(kept) as KeptView); // written below
    return view?.personId === personId ? view : undefined;
  } catch {
    return undefined;
  }
};

/** Keeps the view of a path in place of an older one; without room fewer other paths are kept, or it is skipped. */
export const keepView = (path: string, view: KeptView): void => {
  forgetViews([path]);
  const text = JSON.stringify(view);
  if (text.length > maxLength) return;
  const others = viewPaths()
    .map((other) => ({ other, keptAt: keptView(other, view.personId)?.keptAt ?? 0 }))
    .sort((one, next) => next.keptAt - one.keptAt)
    .map(({ other }) => other);
  for (let room = maxViews - 1; room >= 0; room -= 1) {
    forgetViews(others.splice(room));
    try {
      window.localStorage.setItem(viewPrefix + path, text);
      return;
    } catch {
      // The device has no room: tried again without the oldest of the others.
    }
  }
};
