import { platform, type Attention } from "@knowhow/ui/client/platform.ts";
import { keepInTab } from "@knowhow/ui/device/tabStores.ts";
import { bridge } from "./bridge.ts";

/** Whether somebody looks at the window, as the main process says; before its first word as the page sees it. */
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

/** Puts the console's own way of what differs from the browser in its place. */
export const setUpPlatform = (): void => {
  // What can not be shown is no reason to disturb somebody.
  const quietly = (asked: Promise<unknown>) => {
    asked.catch((error: unknown) => {
      console.warn(error);
    });
  };
  // The main process keeps it beyond the window.
  keepInTab();
  const { leaveFor } = platform;
  platform.leaveFor = (path, history) => {
    // What is refused there would have the page load itself for ever.
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
  // The app's sign says what waits for the administrators, and the window itself what was not sent.
  platform.showUnsent = () => undefined;
  // The window follows the main process by itself, on every screen.
  platform.onGoTo = () => () => undefined;
};
