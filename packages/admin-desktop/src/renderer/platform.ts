import { createBrowserPlatform } from "@knowhow/ui/client/browserPlatform.ts";
import type { Attention, Platform } from "@knowhow/ui/client/platform.tsx";
import { createDevice } from "@knowhow/ui/device/device.ts";
import { tabStores } from "@knowhow/ui/device/tabStores.ts";
import { bridge } from "./bridge.ts";

/** Whether the window is in front, as the main process says; before its first message as the page sees it. */
const watchAttention = (): Attention => {
  let isAttended: boolean | undefined;
  const handlers = new Set<() => void>();
  bridge.on.attention((now) => {
    isAttended = now.isAttended;
    for (const handler of handlers) handler();
  });
  return {
    isAttended: () => isAttended ?? document.hasFocus(),
    onChange: (handler) => {
      handlers.add(handler);
      return () => {
        handlers.delete(handler);
      };
    },
  };
};

// A failed notification is no reason to disturb the administrator.
const quietly = (asked: Promise<unknown>): void => {
  asked.catch((error: unknown) => {
    console.warn(error);
  });
};

/** The browser's ways, with the console's own in place of those that differ. */
export const createConsolePlatform = (): Platform => {
  // The main process keeps the tab's memory beyond the window.
  const browser = createBrowserPlatform(createDevice({ ...tabStores, staffWaits: true }));
  return {
    ...browser,
    leaveFor: (path, history) => {
      // A refusal there would have the page load itself for ever.
      if (path !== "/penalty-notice" || window.location.pathname !== path) browser.leaveFor(path, history);
    },
    canKeepAlive: false,
    attention: watchAttention(),
    notify: (notice) => quietly(bridge.notices.show(notice)),
    showWaiting: (waiting) => quietly(bridge.notices.count(waiting)),
    // The app's badge counts the administrators' work; the window itself shows unsent words.
    showUnsent: () => undefined,
    // The window follows the main process by itself, on every screen.
    onGoTo: () => () => undefined,
  };
};
