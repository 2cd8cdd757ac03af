const prefix = "knowhow-own:";

interface Store {
  names: () => string[];
  read: (name: string) => string | null;
  write: (name: string, text: string) => void;
  drop: (name: string) => void;
}

/** In the tab's storage: it survives a reload. */
const ofTab: Store = {
  names: () =>
    Object.keys(window.sessionStorage).flatMap((key) =>
      key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
    ),
  read: (name) => window.sessionStorage.getItem(prefix + name),
  write: (name, text) => window.sessionStorage.setItem(prefix + name, text),
  drop: (name) => window.sessionStorage.removeItem(prefix + name),
};

const createPageStore = (): Store => {
  const kept = new Map<string, string>();
  return {
    names: () => [...kept.keys()],
    read: (name) => kept.get(name) ?? null,
    write: (name, text) => void kept.set(name, text),
    drop: (name) => void kept.delete(name),
  };
};

let store = ofTab;

/** Keeps it in the page's memory alone from now on: a browser writes a tab's storage to disk, unsealed. */
export const keepTabItemsInPage = (): void => {
  store = createPageStore();
};

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Calls back when anything that is kept has changed; gives the way to stop. */
export const onTabItemChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** All kept values under names that begin so. */
export const getTabItems = (start: string): Record<string, unknown> => {
  try {
    const names = store.names().filter((name) => name.startsWith(start));
    return Object.fromEntries(names.map((name) => [name, getTabItem(name)]));
  } catch {
    return {};
  }
};

/** Keeps a value of the signed-in person for this tab: it ends with the tab or the session. */
export const setTabItem = (name: string, value: unknown): void => {
  try {
    store.write(name, JSON.stringify(value));
  } catch {
    // Without storage the value ends with the page.
  }
  tell();
};

/** The value kept under a name; undefined when there is none or it can not be read. */
export const getTabItem = (name: string): unknown => {
  try {
    const kept = store.read(name);
    return kept === null ? undefined : (JSON.parse(kept) as unknown);
  } catch {
    return undefined;
  }
};

/** Forgets one value, or all when the person leaves. */
export const removeTabItems = (name?: string): void => {
  try {
    for (const kept of name === undefined ? store.names() : [name]) store.drop(kept);
  } catch {
    // Nothing was kept either.
  }
  tell();
};
