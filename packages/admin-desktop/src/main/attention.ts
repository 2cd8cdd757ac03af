import type { BrowserWindow } from "electron";
import type { EventEmitter } from "node:events";

/** What of a window tells whether somebody looks at it. */
type Watched = Pick<BrowserWindow, "isVisible" | "isMinimized" | "isFocused"> &
  EventEmitter & { webContents: EventEmitter };

/**
 * Tells whether somebody looks at the window, whenever that may have changed and to each new page: one that is not
 * slowed down while it is hidden does not see that it is.
 */
export const watchAttention = (window: Watched, tell: (isHere: boolean) => void): void => {
  const look = () => tell(window.isVisible() && !window.isMinimized() && window.isFocused());
  for (const name of ["show", "hide", "minimize", "restore", "focus", "blur"] as const) window.on(name, look);
  window.webContents.on("did-finish-load", look);
};
