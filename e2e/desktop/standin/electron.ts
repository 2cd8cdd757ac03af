import { app } from "./app.ts";
import { BrowserWindow } from "./browserWindow.ts";
import { ipcMain } from "./ipcMain.ts";
import { Menu, MenuItem, Notification, Tray } from "./menu.ts";
import { protocol } from "./protocol.ts";
import { safeStorage } from "./safeStorage.ts";
import {
  autoUpdater,
  crashReporter,
  dialog,
  nativeImage,
  nativeTheme,
  powerMonitor,
  screen,
  session,
  shell,
} from "./small.ts";
import { webContents } from "./webContents.ts";

/** What `require("electron")` gives to the main process. */
export const electron = {
  app,
  autoUpdater,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  // Node's own, as what goes to a server needs nothing of Chromium's.
  net: { fetch, isOnline: () => true },
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  webContents,
};
