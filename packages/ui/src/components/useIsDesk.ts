import { createContext, use, useSyncExternalStore } from "react";

/** Whether a page that is rendered without a window is for a desk. */
export const DeskContext = createContext(false);

/** The width from which there is room for two columns, as a media query. */
export const deskQuery = "(min-width:900px)";

const subscribe = (onChange: () => void) => {
  const desk = window.matchMedia(deskQuery);
  desk.addEventListener("change", onChange);
  return () => {
    desk.removeEventListener("change", onChange);
  };
};
const isWide = (): boolean => window.matchMedia(deskQuery).matches;

/** Whether there is room for two columns: for what must be there once, not twice with one of them hidden. */
export const useIsDesk = (): boolean => {
  const isAssumed = use(DeskContext);
  // The app takes a page of the server over only where both agree.
  return useSyncExternalStore(subscribe, isWide, () =>
    typeof window === "undefined" ? isAssumed : isWide(),
  );
};
