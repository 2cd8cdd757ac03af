import { vi } from "vitest";

/** Has the page meet the media queries that are said; jsdom knows none. */
export const stubMedia = (isMet: (media: string) => boolean): void => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: isMet(media),
    // The old pair of names is what MUI still uses.
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
};
