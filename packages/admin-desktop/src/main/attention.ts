import type { BrowserWindow } from "electron";
import type { EventEmitter } from "node:events";

/** The parts of a window that tell whether it is in front. */
type Watched = Pick<BrowserWindow, "isVisible" | "isMinimized" | "isFocused"> &
  EventEmitter & { webContents: EventEmitter };

/**
 * Tells whether the window is in front, at each possible change and to each new page: a page that is not slowed down
 * while hidden does not notice.
 */
export const watchAttention = (window: Watched, tell: (isAttended: boolean) => void): void => {
  const look = () => tell(window.isVisible() && !window.isMinimized() && window.isFocused());
  for (const name of ["show", "hide", "minimize", "restore", "focus", "blur"] as const) window.on(name, look);
  window.webContents.on("did-finish-load", look);
};
