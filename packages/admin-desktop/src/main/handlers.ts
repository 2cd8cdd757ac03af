import { readServerAddress, type BridgeHandlers } from "@knowhow/shared/ipc.ts";
import type { App, BrowserWindow } from "electron";
import type { ShutdownConfirm } from "./shutdownConfirm.ts";
import type { createLeaving } from "./leaving.ts";
import type { Memory } from "./memory.ts";
import type { createNotices } from "./notices.ts";
import { isProtected } from "./seal.ts";
import type { ConsoleSession } from "./session.ts";
import type { openServers } from "./settings.ts";
import type { createTray } from "./tray.ts";

interface Parts {
  app: Pick<App, "getVersion">;
  window: Pick<BrowserWindow, "isFocused" | "flashFrame">;
  servers: Awaited<ReturnType<typeof openServers>>;
  session: ConsoleSession;
  memory: Memory;
  notices: ReturnType<typeof createNotices>;
  tray: Pick<ReturnType<typeof createTray>, "count" | "clear">;
  leaving: ReturnType<typeof createLeaving>;
  shutdownConfirm: ShutdownConfirm;
  /** Restarts into the version that lies ready. */
  update: () => Promise<void>;
}

/** What the main process does when the window asks for it. */
export const createHandlers = (parts: Parts): BridgeHandlers => {
  const { app, window, servers, session, memory, notices, tray, leaving, shutdownConfirm, update } = parts;
  return {
    app: {
      facts: async () => ({
        version: app.getVersion(),
        platform: process.platform,
        isProtected: await isProtected(),
      }),
      update: async () => {
        await update();
        return undefined;
      },
    },
    servers: {
      list: () => servers.read(),
      choose: async ({ address }) => {
        const before = servers.read();
        const isOther = readServerAddress(address) !== before.current;
        if (isOther && !(await leaving.mayLeave("서버 변경"))) return before;
        const chosen = await servers.choose(address);
        // The session ends when another server is chosen.
        if (isOther) await session.leave();
        return chosen;
      },
      forget: ({ address }) => servers.forget(address),
    },
    session: {
      touch: async () => {
        await session.touch();
        return undefined;
      },
    },
    decisions: {
      unsent: (unsent) => {
        leaving.tell(unsent);
        return undefined;
      },
    },
    memory: {
      read: () => {
        const { person } = session;
        return { personId: person?.personId ?? null, text: person ? memory.read(person) : "" };
      },
      write: async ({ personId, text }) => {
        const { owner } = session;
        if (owner?.personId === personId) await memory.write(owner, text);
        // After a sign-out nothing is left to forget.
        else if (text !== "") throw new Error("it belongs to nobody who is here");
        return undefined;
      },
      handedOver: () => {
        shutdownConfirm.arrived();
        return undefined;
      },
    },
    notices: {
      show: (notice) => {
        notices.show(notice);
        if (!window.isFocused()) window.flashFrame(true);
        return undefined;
      },
      count: (waiting) => {
        tray.count(waiting);
        return undefined;
      },
      clear: () => {
        notices.clear();
        tray.clear();
        return undefined;
      },
    },
  };
};
