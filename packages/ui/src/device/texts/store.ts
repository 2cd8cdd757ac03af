import { setTabItem, getTabItem } from "../../client/tabItems.ts";

/** The store of one person's unsent texts on the device. */
export interface TextStore {
  /** All of it, by name. */
  read: () => Promise<ReadonlyMap<string, unknown>>;
  /** Calls back when more texts can be read than before; absent where that never happens. */
  onMore?: (listener: () => void) => void;
  /** Keeps one, or deletes it for `undefined`. */
  keep: (name: string, value: unknown) => Promise<void>;
  /** Keeps one where there is none under its name. */
  keepMissing: (name: string, value: unknown) => Promise<void>;
}

/** Keeps it in this tab: it survives a reload, and ends with the tab. */
export const createTabTextStore = (personId: string): TextStore => {
  const key = `texts:${personId}`;
  // Only ever written below.
  const all = () => new Map((getTabItem(key) ?? []) as [string, unknown][]);
  return {
    read: async () => all(),
    // No other tab deletes texts of this one.
    keepMissing: async () => undefined,
    keep: async (name, value) => {
      const texts = all();
      if (value === undefined) texts.delete(name);
      else texts.set(name, value);
      setTabItem(key, [...texts]);
    },
  };
};
