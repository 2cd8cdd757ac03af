import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { _electron, expect, type ElectronApplication, type Page } from "@playwright/test";
import { test as base } from "../fixtures.ts";
import { field } from "../pages/fields.ts";
import { administrator, makeAdministrator } from "../support/administrator.ts";

const home = fileURLToPath(new URL("../../packages/admin-desktop", import.meta.url));

/** The stand-in, unless the run says that Electron's own binary is there. */
const isReal = process.env.ELECTRON_BINARY === "real";
if (!isReal) process.env.ELECTRON_OVERRIDE_DIST_PATH = fileURLToPath(new URL("standin/bin", import.meta.url));

/** What Electron needs of its surroundings: a display, and the key ring of a desktop. */
const surroundings = [
  "DISPLAY",
  "XAUTHORITY",
  "DBUS_SESSION_BUS_ADDRESS",
  "XDG_CURRENT_DESKTOP",
  "CHROMIUM_PATH",
];

/** What the console shows to tests alone. */
export interface Hooks {
  clock: { aheadMs: number };
  look: () => void;
  notices: { shown: Map<string, { title: string; body: string; emit: (name: string) => void }> };
  openLink: (link: string) => void;
  tray: {
    tray: { toolTip?: string };
    menu: { getMenuItemById: (id: string) => { label: string; click: () => void } | null };
  };
}
declare global {
  var knowhowTest: Hooks;
}

/** The console in a process of its own, with user data of its own that outlive a restart. */
export class Console {
  private constructor(
    readonly app: ElectronApplication,
    readonly page: Page,
    readonly userData: string,
  ) {}

  static env(userData: string, more: Record<string, string> = {}): Record<string, string> {
    return {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      ...Object.fromEntries(
        surroundings.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
      ),
      NODE_ENV: "test",
      KNOWHOW_USER_DATA: userData,
      ...more,
    };
  }

  static async launch(
    userData: string,
    more?: Record<string, string>,
    { folder = home, args = [] }: { folder?: string; args?: string[] } = {},
  ): Promise<Console> {
    const app = await _electron.launch({
      args: [".", ...args],
      cwd: folder,
      env: Console.env(userData, more),
    });
    const output = (chunk: Buffer) => {
      if (process.env.DEBUG_CONSOLE) process.stderr.write(chunk);
    };
    app.process().stdout?.on("data", output);
    app.process().stderr?.on("data", output);
    const page = await app.firstWindow();
    page.setDefaultTimeout(15_000);
    return new Console(app, page, userData);
  }

  /** The path that the window shows, without its origin. */
  path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  async signIn(person: { userId: string; password: string } = administrator): Promise<void> {
    const { page } = this;
    await expect(page.getByRole("heading", { name: "관리자 로그인" })).toBeVisible();
    await field(page.locator("body"), "이메일 또는 아이디").fill(person.userId);
    await field(page.locator("body"), "비밀번호").fill(person.password);
    await page.getByRole("button", { name: "로그인", exact: true }).click();
  }

  /** Puts the console's clock forward, and has it look whether the session's time is over. */
  async goAhead(minutes: number): Promise<void> {
    await this.app.evaluate((_electron, aheadMs) => {
      globalThis.knowhowTest.clock.aheadMs = aheadMs;
      globalThis.knowhowTest.look();
    }, minutes * 60_000);
  }

  async close(): Promise<void> {
    await this.app.close();
  }
}

interface Fixtures {
  /** A folder for user data, gone with the test. */
  userData: string;
  /** Starts the console against the run's own server, or with other settings. */
  launch: (more?: Record<string, string>, args?: string[]) => Promise<Console>;
  /** The console with an administrator signed in. */
  desk: Console;
}

/** The test of the console. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
  userData: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "knowhow-console-"));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  launch: async ({ userData, baseURL }, use) => {
    const running: Console[] = [];
    await use(async (more = { KNOWHOW_SERVER: String(baseURL) }, args = []) => {
      const started = await Console.launch(userData, more, { args });
      running.push(started);
      return started;
    });
    for (const started of running) await started.close().catch(() => undefined); // A test may have closed it.
  },
  desk: async ({ launch }, use) => {
    await makeAdministrator();
    const started = await launch();
    await started.signIn();
    await expect(started.page.getByRole("heading", { name: "신고 처리" })).toBeVisible();
    await use(started);
  },
});

/** The program that a second start runs. */
export const binary = (): string =>
  isReal
    ? // The package gives the path of its binary.
      (createRequire(import.meta.url)("electron") as string)
    : fileURLToPath(new URL("standin/bin/electron", import.meta.url));

export { expect, home };
