import { vi } from "vitest";

/** Media queries, of which these match; jsdom has none. */
export const mediaOf =
  (isMet: (media: string) => boolean) =>
  (media: string): MediaQueryList =>
    ({
      media,
      matches: isMet(media),
      // MUI still uses the old pair of names.
      addListener: () => undefined,
      removeListener: () => undefined,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList; // as much of it as is used

/** Lets the page match the given media queries, until globals are unstubbed. */
export const stubMedia = (isMet: (media: string) => boolean): void => {
  vi.stubGlobal("matchMedia", mediaOf(isMet));
};
