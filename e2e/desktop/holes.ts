import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, type Console } from "./fixtures.ts";
import { leadsAway, noteOpened, passWindow } from "./ways.ts";

/** Ways out of the console's window, or into its session. */
export type Hole = "script" | "window" | "redirect" | "navigation" | "sender" | "token";

const runsScripts = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.planted = true";
    document.body.append(script);
    return "planted" in window;
  });

const opensWindows = async (desk: Console, address: string): Promise<boolean> => {
  const { page, app } = desk;
  const { length } = app.windows();
  const opened = await noteOpened(desk);
  await page.evaluate((url) => {
    window.open(url);
  }, address);
  // The address is the server's: the browser has it once the window is decided about.
  await expect.poll(opened).toContain(address);
  await passWindow(desk);
  return app.windows().length > length;
};

/** A foreign page with the console's own preload script asks its main process. */
const answersOthers = async ({ app }: Console, address: string): Promise<boolean> => {
  const [other] = await Promise.all([
    app.waitForEvent("window"),
    app.evaluate(({ app: electronApp, BrowserWindow }, url) => {
      const preload = `${electronApp.getAppPath()}/dist/preload/preload.cjs`;
      const window = new BrowserWindow({
        webPreferences: { preload, contextIsolation: true, sandbox: true },
      });
      void window.loadURL(url);
    }, address),
  ]);
  await other.waitForURL((url) => url.href.startsWith(address));
  const isAnswered: boolean = await other.evaluate("knowhow.servers.list().then(() => true, () => false)");
  await other.close();
  return isAnswered;
};

const tellsToken = async ({ userData }: Console): Promise<boolean> => {
  const kept = await readFile(join(userData, "session.bin"));
  return ["sid", "cookies", "server"].some((word) => kept.includes(word));
};

/** An address of the console's own leads elsewhere, as a careless answer of it could. */
const redirectsAway = async (desk: Console, address: string): Promise<boolean> => {
  await desk.app.evaluate(({ protocol }, location) => {
    protocol.unhandle("app");
    protocol.handle("app", () => new Response(null, { status: 302, headers: { location } }));
  }, address);
  const own = new URL("/leading-away", desk.page.url()).href;
  return leadsAway(desk, address, own);
};

/**
 * Tries every hole, those that lead the window away last; `elsewhere` is a foreign address of a page that does nothing.
 */
export const findHoles = async (desk: Console, elsewhere: string): Promise<Hole[]> => {
  const found: [Hole, boolean][] = [
    ["script", await runsScripts(desk.page)],
    ["token", await tellsToken(desk)],
    ["sender", await answersOthers(desk, elsewhere)],
    ["window", await opensWindows(desk, elsewhere)],
    ["redirect", await redirectsAway(desk, `${elsewhere}?redirected`)],
    ["navigation", await leadsAway(desk, elsewhere)],
  ];
  return found.flatMap(([hole, isThere]) => (isThere ? [hole] : []));
};
