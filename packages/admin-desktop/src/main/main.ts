import {
  app,
  crashReporter,
  dialog,
  ipcMain,
  powerMonitor,
  protocol,
  session as sessions,
  shell,
  type BrowserWindow,
} from "electron";
import { join } from "node:path";
import { watchAttention } from "./attention.ts";
import { answerBridge, push } from "./bridge.ts";
import { linkScheme } from "./deepLinks.ts";
import { guardPermissions, guardWindows } from "./guards.ts";
import { createHandlers } from "./handlers.ts";
import { createShutdownConfirm } from "./shutdownConfirm.ts";
import { createLeaving } from "./leaving.ts";
import { hearLinks } from "./links.ts";
import { openLog } from "./log.ts";
import { openMemory, type Owner } from "./memory.ts";
import { createMenu } from "./menu.ts";
import { createNotices } from "./notices.ts";
import { origin, scheme } from "./origin.ts";
import { isProtected, systemSeal } from "./seal.ts";
import { serveConsole } from "./serving.ts";
import { exposeToTests } from "./testing.ts";
import { createTray } from "./tray.ts";
import { watchUpdates } from "./updates.ts";
import { createWindow } from "./window.ts";

/** Set by the build: whether its packages are signed. */
declare const isSignedBuild: boolean;

const isTest = !app.isPackaged && process.env.NODE_ENV === "test";
/** The clock, which tests put forward. */
const clock = { aheadMs: 0 };
const now = () => Date.now() + clock.aheadMs;
/** How often the session's time is checked. */
const lookEveryMs = 15_000;

/** The server in use; none before the start. */
let serverInUse: () => string | null = () => null;

let isQuitting = false;
const quit = () => {
  isQuitting = true;
  app.quit();
};

/** Shows the one window, and leads it to a screen, wherever it is hidden. */
const leading = (window: BrowserWindow) => {
  const show = () => {
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  const goTo = (path: string) => {
    show();
    push(window.webContents, "goTo", { path });
  };
  return { show, goTo };
};

/** Asks before the window's page goes with unsent decisions; typed text is written first. */
const guardPage = (window: BrowserWindow) => {
  const shutdownConfirm = createShutdownConfirm(() => push(window.webContents, "handOver", {}));
  const leaving = createLeaving({
    window,
    ask: (question) => dialog.showMessageBox(window, question),
    sendAll: () => push(window.webContents, "sendDecisions", {}),
  });
  app.on("before-quit", (event) => {
    if (isQuitting) return;
    event.preventDefault();
    void leaving.mayLeave("종료").then(async (may) => {
      if (!may) return;
      await shutdownConfirm.wait();
      quit();
    });
  });
  window.webContents.on("render-process-gone", () => leaving.forget());
  const reload = async () => {
    if (await leaving.mayLeave("새로 고침")) window.webContents.reload();
  };
  return { leaving, shutdownConfirm, reload };
};

/** Checks the session's time: regularly, after sleep, and when the window gets the focus. */
const watchSession = (window: BrowserWindow, look: () => void) => {
  setInterval(look, lookEveryMs).unref();
  powerMonitor.on("resume", look);
  window.on("focus", () => {
    window.flashFrame(false);
    look();
  });
};

const start = async (links: ReturnType<typeof hearLinks>) => {
  const folder = app.getPath("userData");
  const logFolder = join(folder, "logs");
  const log = openLog(logFolder);
  const built = join(__dirname, "..");
  const icons = join(__dirname, "../../icons");
  app.on("child-process-gone", (_event, { type, reason }) => log(`a process is gone: ${type} ${reason}`));

  await app.whenReady();
  log(`started ${app.getVersion()} on ${process.platform}, crashes are kept in ${app.getPath("crashDumps")}`);
  if (!(await isProtected()))
    log("the system protects nothing: whoever signs in stays so until the console is closed");
  const memory = await openMemory({ file: join(folder, "memory.bin"), seal: systemSeal, now });
  // The window leaves its page with a sign-out, and may not get to say that nothing is to be kept.
  const onSignedOut = (owner: Owner) =>
    memory.write(owner, "").catch((error: unknown) => log(`not forgotten yet: ${String(error)}`));
  const { servers, session, pendingSignOuts } = await serveConsole({ folder, built, now, onSignedOut, log });
  serverInUse = () => servers.read().current;
  guardPermissions(sessions.defaultSession);

  const window = createWindow({
    preload: join(built, "preload/preload.cjs"),
    icon: join(icons, "icon.png"),
    isQuitting: () => isQuitting,
    log,
  });
  watchAttention(window, (isAttended) => push(window.webContents, "attention", { isAttended }));
  const { goTo, show } = leading(window);
  const { leaving, shutdownConfirm, reload } = guardPage(window);
  const notices = createNotices(goTo);
  const tray = createTray({ icon: join(icons, "small.png"), window, show, goTo, quit: () => app.quit() });
  createMenu({ goTo, reload: () => void reload(), quit: () => app.quit(), logFolder });
  const updates = watchUpdates({
    isSigned: app.isPackaged && isSignedBuild,
    onReady: (version) => push(window.webContents, "updateReady", { version }),
    log,
  });
  const update = () =>
    updates.restart(async () => {
      if (!(await leaving.mayLeave("다시 시작"))) return false;
      await shutdownConfirm.wait();
      isQuitting = true;
      return true;
    });
  answerBridge(
    ipcMain,
    createHandlers({
      app,
      window,
      servers,
      session,
      memory,
      notices,
      tray,
      leaving,
      shutdownConfirm,
      update,
    }),
  );
  const look = () => {
    void session.check();
    void pendingSignOuts.tell();
  };
  watchSession(window, look);
  if (isTest) exposeToTests({ clock, look, notices, openLink: links.openLink, tray: tray.held });

  await window.loadURL(`${origin}${links.take() ?? "/"}`);
  links.lead({ goTo, show });
};

if (!app.isPackaged && process.env.KNOWHOW_USER_DATA) app.setPath("userData", process.env.KNOWHOW_USER_DATA);
app.setAppUserModelId("app.knowhow.console");
if (app.requestSingleInstanceLock()) {
  app.enableSandbox();
  app.setAsDefaultProtocolClient(linkScheme);
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
  // Kept on this computer only: crash dumps hold the screen's content.
  crashReporter.start({ uploadToServer: false });
  guardWindows(app, { shell, server: () => serverInUse() });
  void start(hearLinks(app, process.argv));
} else app.quit();
