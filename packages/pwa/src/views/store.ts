import { forgetViews, viewPaths, viewPrefix } from "@knowhow/ui/client/keptViews.ts";

/** A screen as it stood when it was last left: shown in its place until the app has started and drawn it. */
export interface KeptView {
  /** Whose it is. */
  personId: string;
  /** Milliseconds. */
  keptAt: number;
  /** Since when what it shows was kept, in milliseconds. */
  since: number;
  scheme: string;
  /** Of the window, in px. */
  width: number;
  /** How far the page was scrolled, in px. */
  top: number;
  html: string;
  /** Rules for the whole page, and those of what stands in it. */
  globals: string;
  rules: string;
}

/** So many are kept, the newest ones; each up to this length. */
const mostViews = 3;
const mostLength = 300_000;

/** The view of a path that is kept for a person; none of anybody else's. */
export const keptView = (path: string, personId: string): KeptView | undefined => {
  try {
    const kept = window.localStorage.getItem(viewPrefix + path);
    const view = kept === null ? undefined : (JSON.parse(kept) as KeptView); // written below
    return view?.personId === personId ? view : undefined;
  } catch {
    return undefined;
  }
};

/** Keeps the view of a path, in the place of an older one; where there is no room, of fewer paths or not at all. */
export const keepView = (path: string, view: KeptView): void => {
  forgetViews([path]);
  const text = JSON.stringify(view);
  if (text.length > mostLength) return;
  const others = viewPaths()
    .map((other) => ({ other, keptAt: keptView(other, view.personId)?.keptAt ?? 0 }))
    .sort((one, next) => next.keptAt - one.keptAt)
    .map(({ other }) => other);
  for (let room = mostViews - 1; room >= 0; room -= 1) {
    forgetViews(others.splice(room));
    try {
      window.localStorage.setItem(viewPrefix + path, text);
      return;
    } catch {
      // The device has no room: once more without the oldest of the others.
    }
  }
};
