const prefix = "knowhow-own:";

/** Keeps something of the signed-in person for this tab: it survives a reload, and ends with the tab or the session. */
export const keepOwn = (name: string, value: unknown): void => {
  try {
    window.sessionStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing loses it with the page, as it wants to.
  }
};

/** What was kept under a name; undefined when there is nothing or it can not be read. */
export const readOwn = (name: string): unknown => {
  try {
    const kept = window.sessionStorage.getItem(prefix + name);
    return kept === null ? undefined : (JSON.parse(kept) as unknown);
  } catch {
    return undefined;
  }
};

/** Forgets one thing, or all that was kept for the person who leaves. */
export const dropOwn = (name?: string): void => {
  try {
    const { sessionStorage } = window;
    for (const key of Object.keys(sessionStorage))
      if (name === undefined ? key.startsWith(prefix) : key === prefix + name) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
};
