import { BrowserWindow, dialog } from "electron";
import windowState from "electron-window-state";
import { createUnresponsiveWatch } from "./unresponsiveWatch.ts";
import { origin } from "./origin.ts";

interface Options {
  preload: string;
  icon: string;
  /** Whether the app is on its way out; else a closed window only hides. */
  isQuitting: () => boolean;
  log: (text: string) => void;
}

/** The page that offers to begin again after the window's process is gone. */
const gonePage = "/gone.html";

/** The one window: where and as large as it was, hidden when it is closed, with a page for when it broke. */
export const createWindow = ({ preload, icon, isQuitting, log }: Options): BrowserWindow => {
  const state = windowState({ defaultWidth: 1280, defaultHeight: 860 });
  const window = new BrowserWindow({
    x: state.x,
    y: state.y,
    width: state.width,
    height: state.height,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: "노하우 콘솔",
    icon,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      // Hidden in the tray it still receives news.
      backgroundThrottling: false,
      spellcheck: false,
    },
  });
  state.manage(window);
  window.once("ready-to-show", () => window.show());
  window.on("close", (event) => {
    if (isQuitting()) return;
    event.preventDefault();
    window.hide();
  });
  let isRestarting = false;
  window.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    log(`the window's process is gone: ${reason} (${exitCode})`);
    if (isQuitting() || isRestarting || reason === "clean-exit") return;
    void window.loadURL(`${origin}${gonePage}`);
  });
  const unresponsiveWatch = createUnresponsiveWatch({
    ask: (question) => dialog.showMessageBox(window, question),
    restart: () => {
      isRestarting = true;
      // A hanging page can not be reloaded.
      window.webContents.forcefullyCrashRenderer();
      window.webContents.reload();
    },
    log,
  });
  window.on("unresponsive", unresponsiveWatch.begins);
  window.on("responsive", unresponsiveWatch.ends);
  window.webContents.on("did-finish-load", () => {
    isRestarting = false;
  });
  return window;
};
