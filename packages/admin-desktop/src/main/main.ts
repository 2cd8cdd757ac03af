import {
  app,
  ipcMain,
  powerMonitor,
  protocol,
  session as sessions,
  shell,
  type BrowserWindow,
} from "electron";
import { join } from "node:path";
import { answerBridge, push } from "./bridge.ts";
import { findDeepLink, linkScheme, readDeepLink } from "./deepLinks.ts";
import { guardPermissions, guardWindows } from "./guards.ts";
import { createHandlers } from "./handlers.ts";
import { openLog } from "./log.ts";
import { openMemory, type Owner } from "./memory.ts";
import { createMenu } from "./menu.ts";
import { createNotices } from "./notices.ts";
import { origin, scheme } from "./origin.ts";
import { isProtected, systemSeal } from "./seal.ts";
import { serveOwn } from "./serving.ts";
import { exposeToTests } from "./testing.ts";
import { createTray } from "./tray.ts";
import { watchUpdates } from "./updates.ts";
import { createWindow } from "./window.ts";

/** Said by the build: whether what is made of it is signed. */
declare const isSignedBuild: boolean;

const isTest = !app.isPackaged && process.env.NODE_ENV === "test";
/** The clock, which tests put forward. */
const clock = { aheadMs: 0 };
const now = () => Date.now() + clock.aheadMs;
/** So often it is looked whether the session's time is over. */
const lookEveryMs = 15_000;

let isQuitting = false;
const quit = () => {
  isQuitting = true;
  app.quit();
};

/** Leads the one window to a screen, wherever it is hidden. */
const leading = (window: BrowserWindow) => (path: string) => {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  push(window.webContents, "goTo", { path });
};

/** Looks whether the session's time is over: now and then, and whenever somebody comes back. */
const watchSession = (window: BrowserWindow, look: () => void) => {
  setInterval(look, lookEveryMs).unref();
  powerMonitor.on("resume", look);
  window.on("focus", () => {
    window.flashFrame(false);
    look();
  });
};

/** Follows links and second starts to the screens that they mean. */
const followLinks = (window: BrowserWindow, goTo: (path: string) => void) => {
  const openLink = (link: string) => {
    const path = readDeepLink(link);
    if (path !== undefined) goTo(path);
  };
  app.on("second-instance", (_event, argv) => {
    goTo(findDeepLink(argv) ?? "/");
  });
  app.on("open-url", (event, link) => {
    event.preventDefault();
    openLink(link);
  });
  app.on("activate", () => window.show());
  return openLink;
};

const start = async () => {
  const folder = app.getPath("userData");
  const logFolder = join(folder, "logs");
  const log = openLog(logFolder);
  const built = join(__dirname, "..");
  const icons = join(__dirname, "../../icons");
  app.on("before-quit", () => {
    isQuitting = true;
  });
  app.on("child-process-gone", (_event, { type, reason }) => log(`a process is gone: ${type} ${reason}`));

  await app.whenReady();
  log(`started ${app.getVersion()} on ${process.platform}`);
  if (!(await isProtected()))
    log("the system protects nothing: whoever signs in stays so until the console is closed");
  const memory = await openMemory({ file: join(folder, "memory.bin"), seal: systemSeal, now });
  // The window leaves its page with a sign-out, and may not get to say that nothing is to be kept.
  const onSignedOut = (who: Owner) => memory.write(who, "");
  const { servers, session } = await serveOwn({ folder, built, now, onSignedOut, log });
  guardPermissions(sessions.defaultSession);

  const window = createWindow({
    preload: join(built, "preload/preload.cjs"),
    icon: join(icons, "icon.png"),
    isQuitting: () => isQuitting,
    log,
  });
  const goTo = leading(window);
  const notices = createNotices(goTo);
  const tray = createTray({ icon: join(icons, "small.png"), window, goTo, quit });
  createMenu({ goTo, quit, logFolder });
  const updates = watchUpdates({
    isSigned: app.isPackaged && isSignedBuild,
    onReady: (version) => push(window.webContents, "updateReady", { version }),
    log,
  });
  const update = () => {
    isQuitting = true;
    updates.install();
  };
  answerBridge(ipcMain, createHandlers({ app, window, servers, session, memory, notices, tray, update }));
  const look = () => void session.check();
  watchSession(window, look);
  const openLink = followLinks(window, goTo);
  if (isTest) exposeToTests({ clock, look, notices, openLink, tray: tray.held });

  await window.loadURL(`${origin}${findDeepLink(process.argv) ?? "/"}`);
};

if (!app.isPackaged && process.env.KNOWHOW_USER_DATA) app.setPath("userData", process.env.KNOWHOW_USER_DATA);
app.setAppUserModelId("app.knowhow.console");
if (app.requestSingleInstanceLock()) {
  app.enableSandbox();
  app.setAsDefaultProtocolClient(linkScheme);
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
  guardWindows(app, shell);
  void start();
} else app.quit();
