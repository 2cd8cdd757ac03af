/** Reads a note of the device; a browser that keeps nothing has none. */
export const readNote = (key: string): string | null => {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Writes a note on the device, or deletes it. */
export const writeNote = (key: string, value: string | null): void => {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // As above.
  }
};

/** The rest of the keys that begin so. */
export const noteKeys = (prefix: string): string[] => {
  try {
    return Object.keys(window.localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  } catch {
    // As above.
    return [];
  }
};

/** Where the last searches of a person are kept. */
export const searchesKey = (personId: string): string => `knowhow-searches:${personId}`;
