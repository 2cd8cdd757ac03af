/** On the device: the last view of a screen, by the path of the screen. */
export const viewPrefix = "knowhow-view:";

/** Stands for the age in the words of a kept view: the age is known only when the view is shown. */
export const ageMark = "{age}";

/** The paths of which a view is kept. */
export const viewPaths = (): string[] => {
  try {
    return Object.keys(window.localStorage)
      .filter((key) => key.startsWith(viewPrefix))
      .map((key) => key.slice(viewPrefix.length));
  } catch {
    // A browser that keeps nothing has no views.
    return [];
  }
};

/** Deletes the kept views, or those of some paths. */
export const forgetViews = (paths: readonly string[] = viewPaths()): void => {
  try {
    for (const path of paths) window.localStorage.removeItem(viewPrefix + path);
  } catch {
    // As above.
  }
};
