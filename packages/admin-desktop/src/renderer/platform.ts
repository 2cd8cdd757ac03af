import { platform, type Attention } from "@knowhow/ui/client/platform.ts";
import { keepInTab } from "@knowhow/ui/device/tabStores.ts";
import { bridge } from "./bridge.ts";

/** Whether the window is in front, as the main process says; before its first message as the page sees it. */
const watchAttention = (): Attention => {
  let isHere: boolean | undefined;
  const handlers = new Set<() => void>();
  bridge.on.attention((now) => {
    isHere = now.isHere;
    for (const handler of handlers) handler();
  });
  return {
    isHere: () => isHere ?? document.hasFocus(),
    onChange: (handler) => {
      handlers.add(handler);
      return () => {
        handlers.delete(handler);
      };
    },
  };
};

/** Replaces the browser's ways by the console's own. */
export const setUpPlatform = (): void => {
  // A failed notification is no reason to disturb the administrator.
  const quietly = (asked: Promise<unknown>) => {
    asked.catch((error: unknown) => {
      console.warn(error);
    });
  };
  // The main process keeps it beyond the window.
  keepInTab();
  const { leaveFor } = platform;
  platform.leaveFor = (path, history) => {
    // A refusal there would have the page load itself for ever.
    if (path !== "/penalty-notice" || window.location.pathname !== path) leaveFor(path, history);
  };
  platform.staffWaits = true;
  platform.canKeepAlive = false;
  platform.attention = watchAttention();
  platform.notify = (notice) => {
    quietly(bridge.notices.show(notice));
  };
  platform.showWaiting = (waiting) => {
    quietly(bridge.notices.count(waiting));
  };
  // The app's badge counts the administrators' work; the window itself shows unsent words.
  platform.showUnsent = () => undefined;
  // The window follows the main process by itself, on every screen.
  platform.onGoTo = () => () => undefined;
};
