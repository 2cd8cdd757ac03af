// `npm run pictures`: the README's two pictures and those that the app shows of itself when it is installed, taken from
// the running product with its demo data.
import { chromium, type Page } from "@playwright/test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
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

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

const shoot = async (
  viewport: { width: number; height: number },
  walk: Walk,
  deviceScaleFactor = 1,
): Promise<Buffer> => {
  const page = await browser.newPage({
    viewport,
    deviceScaleFactor,
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    colorScheme: "light",
    // The offer to install the app is no part of what it shows of itself.
    serviceWorkers: "block",
  });
  await page.goto(`${server.url}/market`, { waitUntil: "networkidle" });
  await walk(page);
  await page.waitForLoadState("networkidle");
  const picture = await page.screenshot();
  await page.close();
  return picture;
};

const inMarket: Walk = () => Promise.resolve();
const inContent: Walk = async (page) => {
  await page.getByRole("region", { name: "인기" }).getByRole("link").first().click();
  // The market stays until the next screen is there.
  await page.getByRole("heading", { level: 1, name: "마켓" }).waitFor({ state: "detached" });
};

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
/** For the manifest of the app: its sizes stand there. */
const keepSmall = (name: string, picture: Buffer) =>
  sharp(picture)
    .webp({ quality: 82 })
    .toFile(path(`packages/pwa/public/screenshots/${name}.webp`));

try {
  await mkdir(path("packages/pwa/public/screenshots"), { recursive: true });
  const market = await shoot(desk, inMarket);
  await writeFile(path("docs/pictures/desk.png"), market);
  await keepSmall("desk-market", market);
  await writeFile(path("docs/pictures/phone.png"), await shoot(phone, inContent));
  await keepSmall("phone-market", await shoot(phone, inMarket, 2));
  await keepSmall("phone-content", await shoot(phone, inContent, 2));
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
