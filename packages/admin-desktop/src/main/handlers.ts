import type { BridgeHandlers } from "@knowhow/shared/ipc.ts";
import type { App, BrowserWindow } from "electron";
import type { openMemory } from "./memory.ts";
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
  memory: ReturnType<typeof openMemory>;
  notices: ReturnType<typeof createNotices>;
  tray: Pick<ReturnType<typeof createTray>, "count">;
  /** Restarts into the version that lies ready. */
  update: () => void;
}

/** What the main process does when the window asks for it. */
export const createHandlers = (parts: Parts): BridgeHandlers => {
  const { app, window, servers, session, memory, notices, tray, update } = parts;
  return {
    app: {
      facts: async () => ({
        version: app.getVersion(),
        platform: process.platform,
        isProtected: await isProtected(),
      }),
      update: () => {
        update();
        return undefined;
      },
    },
    servers: {
      list: () => servers.read(),
      choose: async ({ address }) => {
        const before = servers.read().current;
        const chosen = await servers.choose(address);
        // Nobody is signed in somewhere else because of it.
        if (before !== chosen.current) await session.end();
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
    memory: {
      read: async () => ({ text: await memory.read() }),
      write: async ({ text }) => {
        await memory.write(text);
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
    },
  };
};
