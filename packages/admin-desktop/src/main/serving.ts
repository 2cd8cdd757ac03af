import { api } from "@knowhow/shared";
import { isServerPath } from "@knowhow/shared/pages.ts";
import { app, BrowserWindow, dialog, protocol } from "electron";
import { join } from "node:path";
import { push } from "./bridge.ts";
import { openPendingSignOuts } from "./pendingSignOuts.ts";
import { createFiles } from "./files.ts";
import type { Owner } from "./memory.ts";
import { isConsoleAddress, scheme } from "./origin.ts";
import { createApiProxy } from "./apiProxy.ts";
import { systemSeal } from "./seal.ts";
import { ConsoleSession } from "./session.ts";
import { openServers } from "./settings.ts";

interface Options {
  /** Folder of the console's own data. */
  folder: string;
  /** Folder of the built files. */
  built: string;
  now: () => number;
  /** Forgets a person's unsent words. */
  onSignedOut: (owner: Owner) => Promise<void>;
  log: (text: string) => void;
}

type PendingSignOuts = Awaited<ReturnType<typeof openPendingSignOuts>>;

const openSession = (
  { folder, now, log }: Options,
  pendingSignOuts: PendingSignOuts,
): Promise<ConsoleSession> =>
  ConsoleSession.open({
    file: join(folder, "session.bin"),
    seal: systemSeal,
    now,
    onEnd: (reason) => {
      log(`the session ended: ${reason}`);
      // On a start with a session whose time is over there is no window yet.
      for (const { webContents } of BrowserWindow.getAllWindows())
        push(webContents, "sessionEnded", { reason });
    },
    tellServer: pendingSignOuts.add,
  });

/** Serves the window's own origin: files from the console, calls from the server with the session. */
export const serveConsole = async (options: Options) => {
  const { folder, built, now, onSignedOut, log } = options;
  const servers = await openServers(
    join(folder, "servers.json"),
    app.isPackaged ? undefined : process.env.KNOWHOW_SERVER,
  );
  const pendingSignOuts = await openPendingSignOuts({
    file: join(folder, "pending-sign-outs.bin"),
    seal: systemSeal,
    now,
    onUnwritten: () =>
      void dialog.showMessageBox({
        type: "warning",
        message: "로그아웃한 것을 이 컴퓨터에 적어두지 못했습니다.",
        detail:
          "서버에도 아직 알리지 못했어요. 알릴 때까지 콘솔을 종료하지 말고, 인터넷 연결과 디스크의 남은 공간을 확인해주세요.",
        buttons: ["확인"],
      }),
    log,
  });
  const session = await openSession(options, pendingSignOuts);
  // A session of another server ends: the start may have named a new one.
  if (session.person && session.person.server !== servers.read().current) await session.leave();
  void pendingSignOuts.tell();
  const apiProxy = createApiProxy({
    readServer: () => servers.read().current,
    session,
    onSignedOut,
    agent: `KnowhowConsole/${app.getVersion()}`,
    send: async (address, init) => {
      const answer = await fetch(address, init);
      // An answer means that there is a network.
      void pendingSignOuts.tell();
      return answer;
    },
    log,
  });
  const files = createFiles(join(built, "renderer"));
  protocol.handle(scheme, async (request) => {
    if (!isConsoleAddress(request.url)) return new Response(null, { status: 404 });
    const { pathname } = new URL(request.url);
    return isServerPath(pathname) || pathname === api.health.live.path ? apiProxy(request) : files(pathname);
  });
  return { servers, session, pendingSignOuts };
};
