import { vi } from "vitest";

/** Lets the page match the given media queries; jsdom has none. */
export const stubMedia = (isMet: (media: string) => boolean): void => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: isMet(media),
    // MUI still uses the old pair of names.
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
};
