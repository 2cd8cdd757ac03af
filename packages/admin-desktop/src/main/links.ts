import type { App } from "electron";
import { findDeepLink, readDeepLink } from "./deepLinks.ts";

/** The window that links lead. */
interface Led {
  goTo: (path: string) => void;
  show: () => void;
}

/**
 * Hears of links and of second starts from the first moment of the app on; the newest waits until there is a window to
 * lead.
 */
export const hearLinks = (app: Pick<App, "on">, argv: readonly string[]) => {
  let led: Led | undefined;
  let waiting = findDeepLink(argv);
  const follow = (path: string | undefined) => {
    if (path === undefined) return;
    if (led) led.goTo(path);
    else waiting = path;
  };
  const openLink = (link: string) => {
    follow(readDeepLink(link));
  };
  app.on("second-instance", (_event, given) => {
    const path = findDeepLink(given);
    // Only the window is wanted: the case at hand stays.
    if (path === undefined) led?.show();
    else follow(path);
  });
  app.on("open-url", (event, link) => {
    event.preventDefault();
    openLink(link);
  });
  app.on("activate", () => led?.show());
  const take = () => {
    const path = waiting;
    waiting = undefined;
    return path;
  };
  return {
    openLink,
    /** The screen that was asked for so far, once. */
    take,
    /** From now on there is a window to lead. */
    lead: (window: Led): void => {
      led = window;
      follow(take());
    },
  };
};
