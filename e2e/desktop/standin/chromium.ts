import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { findChromium, findHeadlessShell } from "../../../scripts/chromium.mjs";
import { resolverRule } from "./addresses.ts";
import { serveProtocols } from "./protocol.ts";

/** The Chromium of the process: one, whose pages are the windows. */
interface Running {
  context: BrowserContext;
  /** The page that Chromium begins with; the first window takes it. */
  takeFirstPage: () => Page | undefined;
  /** Where others reach it, as Electron writes it on its start. */
  endpoint: string;
}

let running: Running | undefined;

/** The Chromium in use; there from the app's `ready` on. */
export const getChromium = (): Running => {
  if (!running) throw new Error("The app is not ready yet");
  return running;
};

const lookEveryMs = 50;

const waitForEndpoint = async (file: string): Promise<string> => {
  for (let tries = 0; tries < 200; tries++) {
    if (existsSync(file)) {
      const [port, path] = readFileSync(file, "utf8").split("\n");
      if (port && path) return `ws://127.0.0.1:${port}${path}`;
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  throw new Error("Chromium does not say where it listens");
};

/** Starts Chromium with a profile of its own, without a window to see where there is no display. */
export const startChromium = async (profile: string): Promise<Running> => {
  const portFile = join(profile, "DevToolsActivePort");
  rmSync(portFile, { force: true });
  const port = await serveProtocols();
  const isHeadless = !process.env.DISPLAY;
  const executablePath = (isHeadless ? findHeadlessShell() : undefined) ?? findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    headless: isHeadless,
    viewport: null,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--js-flags=--no-opt --no-maglev",
      "--remote-debugging-port=0",
      `--host-resolver-rules=${resolverRule(port)}`,
      "--app=data:text/html,<title>-</title>",
    ],
  });
  let firstPage = context.pages().at(0);
  running = {
    context,
    takeFirstPage: () => {
      const page = firstPage;
      firstPage = undefined;
      return page;
    },
    endpoint: await waitForEndpoint(portFile),
  };
  return running;
};
