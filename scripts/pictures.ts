// `npm run pictures`: the README's two pictures, taken from the running product with its demo data.
import { chromium, type Page } from "@playwright/test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import "./build.mjs";
import { readConfig } from "../packages/server/src/config.ts";
import { startServer } from "../packages/server/src/server.ts";
import { findChromium } from "./chromium.mjs";

const dataDir = await mkdtemp(join(tmpdir(), "knowhow-pictures-"));
const server = await startServer(
  readConfig({ DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent", RATE_LIMITS: "off" }),
);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox", "--disable-gpu"],
});

type Walk = (page: Page) => Promise<void>;

const take = async (name: string, viewport: { width: number; height: number }, walk: Walk) => {
  const page = await browser.newPage({
    viewport,
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    colorScheme: "light",
  });
  await page.goto(`${server.url}/market`, { waitUntil: "networkidle" });
  await walk(page);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: fileURLToPath(new URL(`../docs/pictures/${name}.png`, import.meta.url)) });
  await page.close();
};

try {
  await take("desk", { width: 1280, height: 800 }, () => Promise.resolve());
  await take("phone", { width: 390, height: 844 }, async (page) => {
    await page.getByRole("region", { name: "인기" }).getByRole("link").first().click();
    // The market stays until the next screen is there.
    await page.getByRole("heading", { level: 1, name: "마켓" }).waitFor({ state: "detached" });
  });
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
